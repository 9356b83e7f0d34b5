import type { Container, RecordedCodec } from '@relato/contract/audio-formats';
import type { Refused } from './refusal.ts';

/** The result of an inspection: the facts and the copy of a valid recording, or the reason for which it is refused. */
export type Inspection =
  | {
      readonly ok: true;
      readonly container: Container;
      readonly codec: RecordedCodec;
      /** The duration of the sound itself, whatever the header says. */
      readonly durationMs: number;
      /** The media type of `playback`, for its Content-Type. */
      readonly mimeType: string;
      /**
       * A copy with the same packets, with silence in place of missing ones, and with a duration and an index for seeking.
       * It contains no metadata of the original.
       */
      readonly playback: Uint8Array<ArrayBuffer>;
      /** The peaks of the waveform; null for a codec that is not decoded here. */
      readonly peaks: readonly number[] | null;
    }
  | Refused;
