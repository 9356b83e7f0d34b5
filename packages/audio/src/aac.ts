import { Refusal } from './refusal.ts';

/** ISO/IEC 14496-3, table 1.18, by the index in an AudioSpecificConfig. */
const sampleRatesHz = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
const samplesPerFrame = 1024;

/** How long every frame sounds, by the AudioSpecificConfig that a decoder is given: five bits of type, four of rate. */
export function aacFrameSeconds(audioSpecificConfig: Uint8Array): number {
  const [first = 0, second = 0] = audioSpecificConfig;
  const type = first >> 3;
  // Types past 30 are for other uses and have frames of other lengths.
  const isKnown = type > 0 && type < 31;
  const rateHz = sampleRatesHz[((first & 7) << 1) | (second >> 7)];
  if (!isKnown || !rateHz) throw new Refusal('AUDIO_UNDECODABLE');
  return samplesPerFrame / rateHz;
}
