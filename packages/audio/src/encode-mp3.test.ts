import { burstSeconds, measureDelayMs } from '@relato/testing/bursts';
import { MPEGDecoder } from 'mpg123-decoder';
import { describe, expect, it } from 'vitest';
import { encodeBytes } from './encode-bytes.ts';
import { encodeMp3 } from './encode-mp3.ts';
import { inspectBytes } from './inspect-bytes.ts';
import { Refusal } from './refusal.ts';
import { packetsOf, positionsOf, readFixture } from './testing/recordings.ts';
import { makeStereoWav } from './testing/wav.ts';

const rateHz = 48_000;

async function encode(bytes: Uint8Array) {
  const encoded = await encodeBytes(bytes);
  if (!encoded.ok) throw new Error(encoded.reason);
  return encoded;
}

/** Plays an MP3 as programs with mpg123 do, which take the delays from its header. This one has two channels of everything. */
async function play(mp3: Uint8Array) {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate } = decoder.decode(mp3);
  decoder.free();
  expect(sampleRate).toBe(rateHz);
  return channelData[0] ?? new Float32Array();
}

const recordings = {
  'Opus in Ogg': () => readFixture('bursts.ogg'),
  'AAC in MP4': () => readFixture('bursts.m4a'),
} as const;

describe.each(Object.entries(recordings))('the MP3 of %s', (_title, read) => {
  it('plays each sound when the recording does, to the millisecond', async () => {
    const samples = await play((await encode(await read())).mp3);
    for (const seconds of burstSeconds)
      expect(Math.abs(measureDelayMs(samples, rateHz, seconds))).toBeLessThan(1);
  });

  it('lasts as long as the recording, also to programs that count its frames', async () => {
    const bytes = await read();
    const { mp3, durationMs } = await encode(bytes);
    const inspection = await inspectBytes(bytes);
    expect(inspection.ok && inspection.durationMs).toBe(durationMs);
    expect((await play(mp3)).length).toBe(Math.round((durationMs / 1000) * rateHz));
    const frames = await packetsOf(mp3);
    expect(Math.abs((frames.length * 1152 * 1000) / rateHz - durationMs)).toBeLessThan(50);
  });
});

it('an MP3 has no metadata, and its header says how long it is', async () => {
  const { mp3 } = await encode(await readFixture('bursts.ogg'));
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
  const samples = await play((await encode(makeStereoWav(tone, tone))).mp3);
  expect(samples).toHaveLength(rateHz);
  const crossings = samples.filter((sample, index) => sample >= 0 && (samples[index - 1] ?? 0) < 0).length;
  expect(Math.abs(crossings - 440)).toBeLessThanOrEqual(2);
});

it('a recording is encoded in a process of its own, which refuses what takes more than any recording', async () => {
  const recording = await readFixture('chromium_300s_noduration.webm');
  await expect(encodeMp3(recording, { cpuLimitMs: 300 })).rejects.toThrow(Refusal);
  const { mp3, durationMs } = await encodeMp3(await readFixture('bursts.ogg'));
  expect(mp3.length / durationMs).toBeCloseTo(8, 0);
});
