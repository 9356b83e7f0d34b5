import type { Container, RecordedCodec } from '@relato/contract/audio-formats';
import type { RefusalCode } from '@relato/contract/errors';

export type Inspection =
  | {
      readonly ok: true;
      readonly container: Container;
      readonly codec: RecordedCodec;
      /** What can be heard, whatever the header says. */
      readonly durationMs: number;
      /** Of `playback`, for its Content-Type. */
      readonly mimeType: string;
      /**
       * The same packets, with silence where some are missing, in a file that says its duration and can be sought in;
       * without any metadata of the original.
       */
      readonly playback: Uint8Array<ArrayBuffer>;
      /** Null for a codec that is not decoded here. */
      readonly peaks: readonly number[] | null;
    }
  | { readonly ok: false; readonly reason: RefusalCode };
