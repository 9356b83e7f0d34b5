import type { RecordedCodec } from '@relato/contract/audio-formats';
import type { DecoderConfig } from '../decoder-config.ts';

/** One packet as its container describes it. */
export interface Sample {
  readonly data: Uint8Array;
  /** In seconds; negative for the encoder's pre-skip. */
  readonly timestamp: number;
  /** In seconds, only if the container trims or counts the sound; otherwise the packet itself tells its duration. */
  readonly duration?: number;
}

/** The only track of a recording. `samples` is read lazily, so that a consumer can stop early. */
export interface Track {
  readonly codec: RecordedCodec;
  readonly config: DecoderConfig;
  readonly samples: Iterable<Sample>;
}
