import { burstSeconds, measureDelayMs } from '@relato/testing/bursts';
import { limits } from '@relato/contract/limits';
import { describe, expect, it } from 'vitest';
import { decodeBytes } from './decode-bytes.ts';
import { encodeBytes } from './encode-bytes.ts';
import { speechRateHz } from './listen.ts';
import { runEngine } from './run-engine.ts';
import { loudnessOf, packetsOf, positionsOf, readFixture } from './testing/recordings.ts';
import { makeStereoWav } from './testing/wav.ts';

const rateHz = 48_000;
const durationMs = 3_000;

async function encode(bytes: Uint8Array) {
  const encoded = await encodeBytes(bytes);
  if (!encoded.ok) throw new Error(encoded.reason);
  return encoded.mp3;
}

/** Plays an MP3 like FFmpeg and Chromium, which use the delays in its header. */
async function play(mp3: Uint8Array) {
  const { out } = await runEngine('ffmpeg -f mp3 -i in -f f32le out', mp3);
  return out ? new Float32Array(out.buffer, out.byteOffset, out.length / 4) : new Float32Array();
}

it.each(['bursts.ogg', 'bursts.m4a'])(
  'the MP3 of %s plays each sound at the same time, without metadata',
  async (name) => {
    const mp3 = await encode(await readFixture(name));
    const samples = await play(mp3);
    for (const seconds of burstSeconds)
      expect(Math.abs(measureDelayMs(samples, rateHz, seconds))).toBeLessThan(1);
    // AAC ends with a whole frame.
    expect(Math.abs(samples.length / rateHz - durationMs / 1000)).toBeLessThan(0.009);
    // Some programs count the frames.
    const frames = await packetsOf(mp3);
    expect(Math.abs((frames.length * 1152 * 1000) / rateHz - durationMs)).toBeLessThan(50);
    const view = new DataView(mp3.buffer);
    expect([mp3[0], mp3[1]]).toEqual([0xff, 0xfb]);
    expect(positionsOf(mp3, 'Info')).toEqual([21]);
    expect([view.getUint32(29), view.getUint32(33)]).toEqual([frames.length, mp3.length]);
    expect(mp3.length).toBe((frames.length + 1) * 192);
  },
);

it('sound of another rate is converted', async () => {
  const tone = Float32Array.from(
    { length: 16_000 },
    (_, index) => Math.sin((index / 16_000) * 2 * Math.PI * 440) / 2,
  );
  const samples = await play(await encode(makeStereoWav(tone, tone)));
  expect(samples).toHaveLength(rateHz);
  const crossings = samples.filter((sample, index) => sample >= 0 && (samples[index - 1] ?? 0) < 0).length;
  expect(Math.abs(crossings - 440)).toBeLessThanOrEqual(2);
});

/** A quiet voice without peaks, so that these do not limit the gain. */
const speak = async () => {
  const decoded = await decodeBytes(await readFixture('speech.wav'));
  if (!decoded.ok) throw new Error(decoded.reason);
  return decoded.samples.subarray(0, 5 * speechRateHz).map((sample) => Math.tanh(sample * 30) / 10);
};

describe('an MP3 is as loud as all others', () => {
  const { lufs, maxTruePeak } = limits.recording.loudness;
  it.each([
    ['of equal channels', 1],
    ['of one silent channel', 0],
  ])('also if the recording is stereo %s', async (_title, right) => {
    const voice = await speak();
    const quieter = voice.map((sample) => sample * right);
    const mp3 = await encode(makeStereoWav(voice, quieter));
    const loudness = await loudnessOf(mp3);
    expect(Math.abs((loudness?.lufs ?? 0) - lufs)).toBeLessThan(0.5);
  });

  it('unless it would clip', async () => {
    const voice = await speak();
    voice[8_000] = 1;
    const mp3 = await encode(makeStereoWav(voice, voice));
    const loudness = await loudnessOf(mp3);
    expect(loudness?.lufs).toBeLessThan(lufs - 3);
    expect(loudness?.truePeak).toBeLessThan(maxTruePeak + 1);
  });

  it('and silence stays silent', async () => {
    const silence = new Float32Array(speechRateHz);
    expect(Math.max(...(await play(await encode(makeStereoWav(silence, silence)))))).toBeLessThan(0.001);
  });
});
