import type { RecordedCodec } from '@relato/contract/audio-formats';
import { aacFrameSeconds } from './aac/config.ts';
import type { DecoderConfig } from './decoder-config.ts';

/** A silent packet. */
interface Silence {
  readonly data: Uint8Array;
  readonly seconds: number;
}

/** 20 ms of fullband CELT (RFC 6716) for one or two channels, whose first bit marks the frame as silent. */
const opusOfChannels = [
  [0xf8, 0xff, 0xfe],
  [0xfc, 0xff, 0xfe],
] as const;
/** An access unit without spectral lines (ISO/IEC 14496-3) for one or two channels, valid at every sample rate. */
const aacOfChannels = [
  [0x00, 0xc8, 0x00, 0x80, 0x23, 0x80],
  [0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80],
] as const;

/** Returns null for a codec whose container has no timestamps, and therefore no gaps. */
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
