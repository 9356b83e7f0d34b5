import { BitReader } from '../binary.ts';
import { Refusal } from '../refusal.ts';

/** ISO/IEC 14496-3, table 1.18, by the index in an AudioSpecificConfig. */
export const aacRatesHz: readonly number[] = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
];
const samplesPerFrame = 1024;
const lowComplexity = 2;
/** Spectral band replication and parametric stereo: both are added to AAC-LC, and decoders of AAC-LC skip them. */
const extensions: ReadonlySet<number> = new Set([5, 29]);

export const aacFrameSeconds = (rateHz: number): number => samplesPerFrame / rateHz;

export interface AacConfig {
  readonly objectType: number;
  readonly channels: number;
  /** The sample rate of the core, which is half of the output's if bands are replicated. */
  readonly rateHz: number;
}

/** Parses ISO/IEC 14496-3, section 1.6.2.1. Throws Refusal unless it is AAC-LC of 1024 samples and one or two channels. */
export function parseAacConfig(audioSpecificConfig: Uint8Array): AacConfig {
  const bits = new BitReader(audioSpecificConfig);
  const objectType = bits.read(5);
  const rateHz = aacRatesHz[bits.read(4)];
  const channels = bits.read(4);
  const isExtended = extensions.has(objectType);
  if (isExtended && bits.read(4) === 0xf) bits.skip(24);
  const core = isExtended ? bits.read(5) : objectType;
  const hasShortFrames = bits.bit() === 1;
  const dependsOnCore = bits.bit() === 1;
  const isKnown = core === lowComplexity && (channels === 1 || channels === 2);
  if (!isKnown || rateHz === undefined || hasShortFrames || dependsOnCore) {
    throw new Refusal('AUDIO_UNDECODABLE');
  }
  return { objectType, channels, rateHz };
}
