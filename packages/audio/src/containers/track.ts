import type { RecordedCodec } from '@relato/contract/audio-formats';
import type { DecoderConfig } from '../decoder-config.ts';

/** One packet as its container gives it. */
export interface Sample {
  readonly data: Uint8Array;
  /** Seconds; below zero for what an encoder needs to warm up. */
  readonly timestamp: number;
  /** Seconds, only where the container trims the sound: elsewhere the packet itself says how long it is. */
  readonly duration?: number;
}

/** The only track of a recording. `samples` reads as it goes: whoever stops early has paid for no more. */
export interface Track {
  readonly codec: RecordedCodec;
  readonly config: DecoderConfig;
  readonly samples: Iterable<Sample>;
}
