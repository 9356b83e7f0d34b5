import { burstSeconds, measureDelayMs } from '@relato/testing/bursts';
import { limits } from '@relato/contract/limits';
import { describe, expect, it } from 'vitest';
import { decodeBytes } from './decode-bytes.ts';
import { encodeBytes } from './encode-bytes.ts';
import { listen, speechRateHz } from './listen.ts';
import { encodeMp3 } from './tasks.ts';
import { Refusal } from './refusal.ts';
import { runEngine } from './run-engine.ts';
import { packetsOf, positionsOf, readFixture } from './testing/recordings.ts';
import { makeStereoWav } from './testing/wav.ts';

const rateHz = 48_000;
const durationMs = 3_000;

async function encode(bytes: Uint8Array) {
  const encoded = await encodeBytes(bytes);
  if (!encoded.ok) throw new Error(encoded.reason);
  return encoded.mp3;
}

/** Plays an MP3 as FFmpeg and Chromium do, which take the delays from its header. */
async function play(mp3: Uint8Array) {
  const { out } = await runEngine('ffmpeg -f mp3 -i in -f f32le out', mp3);
  return out ? new Float32Array(out.buffer, out.byteOffset, out.length / 4) : new Float32Array();
}

const recordings = {
  'Opus in Ogg': () => readFixture('bursts.ogg'),
  'AAC in MP4': () => readFixture('bursts.m4a'),
} as const;

describe.each(Object.entries(recordings))('the MP3 of %s', (_title, read) => {
  it('plays each sound when the recording does, to the millisecond', async () => {
    const samples = await play(await encode(await read()));
    for (const seconds of burstSeconds)
      expect(Math.abs(measureDelayMs(samples, rateHz, seconds))).toBeLessThan(1);
  });

  it('lasts as long as the recording, also to programs that count its frames', async () => {
    const mp3 = await encode(await read());
    // AAC ends with a whole frame.
    expect(Math.abs((await play(mp3)).length / rateHz - durationMs / 1000)).toBeLessThan(0.009);
    const frames = await packetsOf(mp3);
    expect(Math.abs((frames.length * 1152 * 1000) / rateHz - durationMs)).toBeLessThan(50);
  });
});

it('an MP3 has no metadata, and its header says how long it is', async () => {
  const mp3 = await encode(await readFixture('bursts.ogg'));
  const frames = await packetsOf(mp3);
  const view = new DataView(mp3.buffer);
  expect([mp3[0], mp3[1]]).toEqual([0xff, 0xfb]);
  expect(positionsOf(mp3, 'Info')).toEqual([21]);
  expect([view.getUint32(29), view.getUint32(33)]).toEqual([frames.length, mp3.length]);
  expect(mp3.length).toBe((frames.length + 1) * 192);
});

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

it('a recording is encoded in a process of its own, which refuses what takes more than any recording', async () => {
  const recording = await readFixture('chromium_300s_noduration.webm');
  await expect(encodeMp3(recording, { cpuLimitMs: 300 })).rejects.toThrow(Refusal);
  const mp3 = await encodeMp3(await readFixture('bursts.ogg'));
  expect(mp3.length / durationMs).toBeCloseTo(8, 0);
});

/** A quiet voice without peaks, which would limit the gain. */
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
    ['of channels of which one is quieter', 0.3],
  ])('also if the recording is stereo %s', async (_title, right) => {
    const voice = await speak();
    const mp3 = await encode(
      makeStereoWav(
        voice,
        voice.map((sample) => sample * right),
      ),
    );
    const { loudness } = await listen(mp3, { format: 'mp3', isMeasured: true });
    expect(Math.abs((loudness?.lufs ?? 0) - lufs)).toBeLessThan(0.5);
  });

  it('unless it would clip', async () => {
    const voice = await speak();
    voice[8_000] = 1;
    const mp3 = await encode(makeStereoWav(voice, voice));
    const { loudness } = await listen(mp3, { format: 'mp3', isMeasured: true });
    expect(loudness?.lufs).toBeLessThan(lufs - 3);
    expect(loudness?.truePeak).toBeLessThan(maxTruePeak + 1);
  });

  it('and silence stays silent', async () => {
    const silence = new Float32Array(speechRateHz);
    expect(Math.max(...(await play(await encode(makeStereoWav(silence, silence)))))).toBeLessThan(0.001);
  });
});
