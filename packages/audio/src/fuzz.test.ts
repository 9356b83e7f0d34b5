import { refusalCodes } from '@relato/contract/errors';
import { describe, expect, it } from 'vitest';
import { decodeBytes } from './decode-bytes.ts';
import { inspectBytes } from './inspect-bytes.ts';
import { craft, packetsOf, positionOf, readFixture } from './testing/recordings.ts';

/** Mulberry32, which returns the same numbers in every run, so that failures can be reproduced. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const runs = 5;

it.each([
  'chromium_timeslice_noduration.webm',
  'ffmpeg_aac_frag_safari_like.mp4',
  'firefox_opus.ogg',
  'speech.mp3',
  'formats/flac.flac',
  'formats/alac.caf',
  'formats/s24.wav',
])('a randomly damaged %s is accepted or refused without an exception', async (name) => {
  const original = await readFixture(name);
  const random = createRandom(original.length);
  for (let run = 0; run < runs; run += 1) {
    // Headers are short, but most faults are possible there.
    const reach = run % 2 === 0 ? original.length : 1000;
    const damaged = original.slice(0, run % 5 === 0 ? random(original.length) : undefined);
    for (let flips = random(8); flips >= 0; flips -= 1) damaged[random(reach)] = random(256);
    const inspection = await inspectBytes(damaged);
    expect(refusalCodes).toContain(inspection.ok ? refusalCodes[0] : inspection.reason);
    expect(inspection.ok ? inspection.durationMs : 0).toBeLessThanOrEqual(302_000);
  }
});

it.each(['bursts.ogg', 'bursts.mp3', 'aac_tools.m4a'])(
  'a randomly damaged %s is decoded to numbers from -1 to 1 or refused',
  async (name) => {
    const original = await readFixture(name);
    const random = createRandom(original.length + 1);
    for (let run = 0; run < runs; run += 1) {
      const damaged = Uint8Array.from(original);
      for (let flips = random(3); flips >= 0; flips -= 1) damaged[random(original.length)] = random(256);
      const decoded = await decodeBytes(damaged);
      expect(refusalCodes).toContain(decoded.ok ? refusalCodes[0] : decoded.reason);
      expect(!decoded.ok || decoded.samples.every((sample) => Math.abs(sample) <= 1)).toBe(true);
    }
  },
);

/** Half of the processor time of the longest valid recording. */
const mostMs = 3_000;

async function expectQuickAnswer(bytes: Uint8Array): Promise<string> {
  const before = process.cpuUsage();
  const inspection = await inspectBytes(bytes);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(mostMs);
  if (!inspection.ok) return inspection.reason;
  // A count that the engine ignores is no reason to refuse a playable recording.
  expect(await decodeBytes(inspection.playback)).toMatchObject({ ok: true });
  return 'accepted';
}

/** Sets four bytes at each position to the largest number, in one copy for each. */
async function expectQuickAnswers(bytes: Uint8Array, from: number, to: number, step: number): Promise<void> {
  for (let at = from; at + 4 <= to; at += step)
    await expectQuickAnswer(Uint8Array.from(bytes).fill(0xff, at, at + 4));
}

describe('SEC-44: forged counts', () => {
  it('in the tables of an MP4 do not slow the inspection down', async () => {
    const source = await readFixture('ffmpeg_aac_frag_safari_like.mp4');
    const packets = (await packetsOf(source)).slice(0, 40);
    const tables = await craft(source, { container: 'mp4', packets });
    await expectQuickAnswers(tables, positionOf(tables, 'stts'), positionOf(tables, 'stts') + 100, 4);
    const samplesPerChunk = positionOf(tables, 'stsc') + 16;
    tables.fill(0xff, samplesPerChunk, samplesPerChunk + 4);
    expect(await expectQuickAnswer(tables)).toBe('AUDIO_TRUNCATED');
  });

  // Covers the first few packets, because the rest is alike and takes long to decode.
  it.each([
    ['ffmpeg_aac_frag_safari_like.mp4', 1000, 80, 22_000],
    ['firefox_opus.ogg', 200, 20, 22_000],
    ['firefox_opus.webm', 350, 20, 5_000],
    ['speech.wav', 48, 4, 200_000],
  ])('in %s do not slow the inspection down', async (name, reach, step, length) => {
    await expectQuickAnswers((await readFixture(name)).slice(0, length), 0, reach, step);
  });

  it('of samples in a chunk beyond five minutes do not keep the reader busy', async () => {
    const source = await readFixture('firefox_opus.ogg');
    const silence = Uint8Array.of(0xe0);
    const [first] = await packetsOf(source);
    const packets = Array.from({ length: 125_000 }, (_, index) =>
      first?.clone({ data: silence, timestamp: index * 0.0025, duration: 0.0025 }),
    ).filter((packet) => packet !== undefined);
    const tables = await craft(source, { container: 'mp4', packets });
    const view = new DataView(tables.buffer);
    const stsc = positionOf(tables, 'stsc') + 8;
    const stco = positionOf(tables, 'stco') + 8;
    view.setUint32(stsc, 1);
    view.setUint32(stsc + 8, 125_000);
    view.setUint32(stco, 1);
    expect(await expectQuickAnswer(tables)).toBe('AUDIO_TOO_LONG');
  });
});
