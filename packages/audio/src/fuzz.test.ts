import { refusalCodes } from '@relato/contract/errors';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeBytes } from './decode-bytes.ts';
import { inspectBytes } from './inspect-bytes.ts';
import { craft, forgeCounts, packetsOf, positionOf, readFixture } from './testing/recordings.ts';

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

const runs = 10;

describe.each([
  'chromium_timeslice_noduration.webm',
  'chromium_opus_frag.mp4',
  'ffmpeg_aac_frag_safari_like.mp4',
  'firefox_opus.ogg',
  'firefox_opus.webm',
  'speech.mp3',
  'formats/flac.flac',
  'formats/alac.caf',
  'formats/vorbis.ogg',
  'formats/amr.amr',
  'formats/aiff.aiff',
  'formats/s24.wav',
  'formats/cover.m4a',
])('a randomly damaged %s', (name) => {
  it('is accepted or refused without an exception', async () => {
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
});

describe.each(['bursts.ogg', 'bursts.m4a', 'bursts.mp3', 'aac_tools.m4a', 'chromium_opus_frag.mp4'])(
  'a randomly damaged %s',
  (name) => {
    it('is decoded to numbers from -1 to 1 or refused', async () => {
      const original = await readFixture(name);
      const random = createRandom(original.length + 1);
      for (let run = 0; run < runs; run += 1) {
        const damaged = Uint8Array.from(original);
        for (let flips = random(3); flips >= 0; flips -= 1) damaged[random(original.length)] = random(256);
        const decoded = await decodeBytes(damaged);
        expect(refusalCodes).toContain(decoded.ok ? refusalCodes[0] : decoded.reason);
        expect(!decoded.ok || decoded.samples.every((sample) => Math.abs(sample) <= 1)).toBe(true);
      }
    });
  },
);

async function timeInspection(bytes: Uint8Array) {
  const before = process.cpuUsage();
  const inspection = await inspectBytes(bytes);
  const { user, system } = process.cpuUsage(before);
  return { inspection, cpuMs: (user + system) / 1000 };
}

/** The CPU time of the longest honest recording. No forged one takes half as much. */
let longestMs: number;
beforeAll(async () => {
  const { cpuMs } = await timeInspection(await readFixture('chromium_300s_noduration.webm'));
  longestMs = cpuMs;
});

async function expectQuickAnswer(bytes: Uint8Array): Promise<string> {
  const { inspection, cpuMs } = await timeInspection(bytes);
  expect(cpuMs).toBeLessThan(longestMs / 2);
  if (!inspection.ok) return inspection.reason;
  // A count that the engine passes over is no reason to refuse what plays.
  expect(await decodeBytes(inspection.playback)).toMatchObject({ ok: true });
  return 'accepted';
}

describe('SEC-44: forged counts', () => {
  it('in the tables of an MP4 do not slow the inspection down', async () => {
    const source = await readFixture('ffmpeg_aac_frag_safari_like.mp4');
    const packets = (await packetsOf(source)).slice(0, 40);
    const tables = await craft(source, { container: 'mp4', packets });
    for (const forged of forgeCounts(tables, positionOf(tables, 'mdhd'), positionOf(tables, 'mdat')))
      await expectQuickAnswer(forged);
    const samplesPerChunk = positionOf(tables, 'stsc') + 16;
    tables.fill(0xff, samplesPerChunk, samplesPerChunk + 4);
    expect(await expectQuickAnswer(tables)).toBe('AUDIO_TRUNCATED');
  });

  // Up to the first few packets; the rest is alike, and takes long to decode.
  it.each([
    ['ffmpeg_aac_frag_safari_like.mp4', 1000, 22_000],
    ['firefox_opus.ogg', 200, 22_000],
    ['speech.mp3', 160, 4_432],
    ['speech.wav', 48, 200_000],
  ])('in %s do not slow the inspection down', async (name, reach, length) => {
    const original = (await readFixture(name)).slice(0, length);
    for (const forged of forgeCounts(original, 0, reach)) await expectQuickAnswer(forged);
  });

  it('in a WebM do not slow the inspection down', async () => {
    const source = await readFixture('firefox_opus.webm');
    const short = await craft(source, { container: 'webm', packets: (await packetsOf(source)).slice(0, 5) });
    for (const forged of forgeCounts(short, 0, 350)) await expectQuickAnswer(forged);
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
