import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { voiceRateHz } from '../review/decode-voice.ts';
import { characters, drawVoice } from './draw-voice.ts';
import { measurePeak, shiftVoice } from './shift-voice.ts';

const fixture = fileURLToPath(
  new URL('../../../../../../packages/testing/fixtures/audio/speech.wav', import.meta.url),
);
const headerBytes = 44;
const fixtureRateHz = 48_000;

let speech: Float32Array<ArrayBuffer>;
beforeAll(async () => {
  const file = await readFile(fixture);
  const samples = new Int16Array(
    file.buffer.slice(file.byteOffset + headerBytes, file.byteOffset + file.length),
  );
  const step = fixtureRateHz / voiceRateHz;
  // Six seconds at half the sample rate.
  speech = Float32Array.from(
    { length: 6 * voiceRateHz },
    (_, index) => (samples[index * step] ?? 0) / 32_768,
  );
});

const windowSamples = voiceRateHz / 25;

/** Returns the energy of each 40 ms. */
const toEnergies = (samples: Float32Array): number[] =>
  Array.from({ length: Math.floor(samples.length / windowSamples) }, (_, index) =>
    samples
      .subarray(index * windowSamples, (index + 1) * windowSamples)
      .reduce((sum, value) => sum + value ** 2, 0),
  );

/** Returns the pitch of a window by autocorrelation, between 60 and 400 Hz; null if it has none. */
function findPitchHz(window: Float32Array): number | null {
  let best = { lag: 0, share: 0 };
  const correlate = (lag: number): number => {
    let [sum, one, other] = [0, 0, 0];
    for (let index = 0; index + lag < window.length; index += 1) {
      const [a = 0, b = 0] = [window[index], window[index + lag]];
      sum += a * b;
      one += a * a;
      other += b * b;
    }
    return sum / Math.sqrt(one * other || 1);
  };
  for (let lag = voiceRateHz / 400; lag <= voiceRateHz / 60; lag += 1) {
    const share = correlate(lag);
    // Twice the period matches as well, so a longer lag must match better.
    if (share > best.share + 0.02) best = { lag, share };
  }
  return best.share > 0.6 ? voiceRateHz / best.lag : null;
}

function findMedianPitchHz(samples: Float32Array): number {
  const pitches: number[] = [];
  for (let start = 0; start + 2 * windowSamples <= samples.length; start += windowSamples) {
    const pitch = findPitchHz(samples.subarray(start, start + 2 * windowSamples));
    if (pitch !== null) pitches.push(pitch);
  }
  return pitches.toSorted((one, other) => one - other)[Math.floor(pitches.length / 2)] ?? 0;
}

const vowel = { pitchHz: 120, formantHz: 1_000, bandwidthHz: 120 };

/** Returns two seconds of a vowel with one formant: the harmonics of its pitch, the loudest near the formant. */
function makeVowel(): Float32Array<ArrayBuffer> {
  const { pitchHz, formantHz, bandwidthHz } = vowel;
  const samples = new Float32Array(2 * voiceRateHz);
  for (let hz = pitchHz; hz < 4_000; hz += pitchHz) {
    const loudness = 0.2 / (1 + ((hz - formantHz) / bandwidthHz) ** 2);
    for (let index = 0; index < samples.length; index += 1)
      samples[index] = (samples[index] ?? 0) + loudness * Math.sin((2 * Math.PI * hz * index) / voiceRateHz);
  }
  return samples;
}

/** Returns the energy of one frequency in half a second from the middle. */
function measureHz(samples: Float32Array, hz: number): number {
  const middle = samples.subarray(samples.length / 2, samples.length / 2 + voiceRateHz / 2);
  let [real, imaginary] = [0, 0];
  for (const [index, value] of middle.entries()) {
    const angle = (2 * Math.PI * hz * index) / voiceRateHz;
    real += value * Math.cos(angle);
    imaginary += value * Math.sin(angle);
  }
  return real ** 2 + imaginary ** 2;
}

/** Returns the mean frequency of the harmonics, weighted by energy, which is the formant. */
function findFormantHz(samples: Float32Array, pitchHz: number): number {
  let [sum, weighted] = [0, 0];
  for (let hz = pitchHz; hz < 4_000; hz += pitchHz) {
    const energy = measureHz(samples, hz);
    sum += energy;
    weighted += energy * hz;
  }
  return weighted / sum;
}

describe('a disguised voice', () => {
  it.each(characters)('has other formants, which do not follow its pitch: %s', async (character) => {
    const shift = drawVoice(character, () => 0.5);
    const shifted = await shiftVoice(makeVowel(), shift);
    const formantHz = findFormantHz(shifted, vowel.pitchHz * 2 ** (shift.pitch / 12));
    const moved = formantHz / vowel.formantHz;
    expect(Math.abs(moved - 2 ** (shift.formants / 12))).toBeLessThan(0.08);
  });

  it.each(characters)('has another pitch, and each word where it was: %s', async (character) => {
    const shift = drawVoice(character);
    const ratios: number[] = [];
    const shifted = await shiftVoice(speech, shift, (ratio) => void ratios.push(ratio));
    expect(shifted.length).toBe(speech.length);
    const moved = findMedianPitchHz(shifted) / findMedianPitchHz(speech);
    expect(moved).toBeCloseTo(2 ** (shift.pitch / 12), 1);
    expect(Math.abs(moved - 1)).toBeGreaterThan(0.12);
    // The energies correlate, and less so if one is delayed by a window.
    const [before, after] = [toEnergies(speech), toEnergies(shifted)];
    const fit = (by: number) =>
      before.reduce((sum, energy, index) => sum + Math.sqrt(energy * (after[index + by] ?? 0)), 0);
    expect(fit(0)).toBeGreaterThan(Math.max(fit(-1), fit(1)));
    expect(ratios.length).toBeGreaterThan(90);
    expect(ratios).toEqual(ratios.toSorted((one, other) => one - other));
    expect(measurePeak(shifted)).toBeLessThanOrEqual(1);
  });

  it('of silence is silence', async () => {
    expect(measurePeak(await shiftVoice(new Float32Array(voiceRateHz), drawVoice('high')))).toBe(0);
  });
});
