import type { RecordedCodec } from '@relato/contract/audio-formats';
import { aacFrameSeconds } from './aac.ts';
import type { DecoderConfig } from './decoder-config.ts';

/** A packet in which nothing is heard. */
interface Silence {
  readonly data: Uint8Array;
  readonly seconds: number;
}

/** RFC 6716: 20 ms of CELT over the whole band, for one channel or two; its first bit says that all is silent. */
const opusOfChannels = [
  [0xf8, 0xff, 0xfe],
  [0xfc, 0xff, 0xfe],
] as const;
/** ISO/IEC 14496-3: an access unit without a single line of spectrum, for one channel or two; fits every sample rate. */
const aacOfChannels = [
  [0x00, 0xc8, 0x00, 0x80, 0x23, 0x80],
  [0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80],
] as const;

/** Null for what has no times of its own, and so no holes. */
export function silenceOf(
  codec: RecordedCodec,
  { numberOfChannels, sampleRate }: DecoderConfig,
): Silence | null {
  const index = numberOfChannels === 2 ? 1 : 0;
  switch (codec) {
    case 'opus':
      return { data: Uint8Array.from(opusOfChannels[index]), seconds: 0.02 };
    case 'aac':
      return { data: Uint8Array.from(aacOfChannels[index]), seconds: aacFrameSeconds(sampleRate) };
    case 'mp3':
    case 'pcm-s16':
      return null;
  }
}
