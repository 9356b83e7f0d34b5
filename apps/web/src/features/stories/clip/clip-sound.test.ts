import { limits } from '@relato/contract/limits';
import { expect, it } from 'vitest';
import { clipSampleRate, cutSound, toSoundPeaks } from './clip-sound.ts';

/** One second of each value on two channels. */
const channels = [
  [0.1, 0.2, 0.4],
  [0.1, 0, 0.4],
].map((values) =>
  Float32Array.from(
    { length: 3 * clipSampleRate },
    (_, index) => values[Math.floor(index / clipSampleRate)] ?? 0,
  ),
);
const decoded = {
  numberOfChannels: 2,
  getChannelData: (channel: number) => channels[channel] ?? new Float32Array(),
};
const valueAt = (sound: Float32Array, ms: number) => sound[(ms / 1_000) * clipSampleRate];

it('mixes a part of both channels into one, and fades its ends', () => {
  const sound = cutSound(decoded, { startMs: 500, endMs: 2_500 }, 0);
  expect(sound).toHaveLength(2 * clipSampleRate);
  expect([valueAt(sound, 250), valueAt(sound, 1_000), valueAt(sound, 1_900)]).toEqual(
    [0.1, 0.1, 0.4].map((value) => expect.closeTo(value, 5) as number),
  );
  expect([sound[0], sound.at(-1)]).toEqual([0, 0]);
});

it('applies the gain of the story, and is silent behind the end of the recording', () => {
  const sound = cutSound(decoded, { startMs: 2_000, endMs: 4_000 }, 6.0206);
  expect(valueAt(sound, 500)).toBeCloseTo(0.8, 3);
  expect(valueAt(sound, 1_500)).toBe(0);
});

it('returns as many peaks as a whole recording has', () => {
  const peaks = toSoundPeaks(cutSound(decoded, { startMs: 0, endMs: 3_000 }, 0));
  expect(peaks).toHaveLength(limits.recording.peaks);
  expect(Math.max(...peaks)).toBe(limits.recording.peakMax);
  expect(peaks.at(-2)).toBeGreaterThan(peaks[2] ?? 0);
});
