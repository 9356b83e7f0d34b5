import { refusalCodes } from '@relato/contract/errors';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { inspectBytes } from './inspect-bytes.ts';
import { forgeCounts } from './testing/forge.ts';
import { craft, packetsOf, positionOf, readFixture } from './testing/recordings.ts';

/** Mulberry32: the same numbers in every run, so that what fails can be looked at. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const runs = 30;

beforeAll(() => {
  // The decoder complains of each damaged packet.
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

describe.each([
  'chromium_timeslice_noduration.webm',
  'chromium_opus_frag.mp4',
  'ffmpeg_aac_frag_safari_like.mp4',
  'firefox_opus.ogg',
  'firefox_opus.webm',
  'speech.mp3',
])('%s, damaged at random', (name) => {
  it('is accepted or refused, and nothing else happens', { timeout: 30_000 }, async () => {
    const original = await readFixture(name);
    const random = createRandom(original.length);
    for (let run = 0; run < runs; run += 1) {
      // Headers are short but hold most of what can go wrong.
      const reach = run % 2 === 0 ? original.length : 1000;
      const damaged = original.slice(0, run % 5 === 0 ? random(original.length) : undefined);
      for (let flips = random(8); flips >= 0; flips -= 1) damaged[random(reach)] = random(256);
      const inspection = await inspectBytes(damaged);
      expect(refusalCodes).toContain(inspection.ok ? refusalCodes[0] : inspection.reason);
      expect(inspection.ok ? inspection.durationMs : 0).toBeLessThanOrEqual(302_000);
    }
  });
});

/** Of one core. Honest recordings of this length take some hundredths. */
const maxMilliseconds = 1000;

async function expectQuickAnswer(bytes: Uint8Array): Promise<string> {
  const before = process.cpuUsage();
  const inspection = await inspectBytes(bytes);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(maxMilliseconds);
  return inspection.ok ? 'accepted' : inspection.reason;
}

describe('SEC-44: numbers that claim more than there is', () => {
  it('keep the inspection of tables of an MP4 no longer than honest ones', { timeout: 30_000 }, async () => {
    const source = await readFixture('ffmpeg_aac_frag_safari_like.mp4');
    const packets = (await packetsOf(source)).slice(0, 40);
    const tables = await craft(source, { container: 'mp4', packets });
    for (const forged of forgeCounts(tables, 0, positionOf(tables, 'mdat'))) await expectQuickAnswer(forged);
    const samplesPerChunk = positionOf(tables, 'stsc') + 16;
    tables.fill(0xff, samplesPerChunk, samplesPerChunk + 4);
    expect(await expectQuickAnswer(tables)).toBe('AUDIO_UNDECODABLE');
  });

  it.each([
    ['ffmpeg_aac_frag_safari_like.mp4', 1400],
    ['firefox_opus.ogg', 300],
    ['speech.mp3', 800],
    ['speech.wav', 48],
  ])('keep the inspection of %s no longer than honest ones', { timeout: 30_000 }, async (name, reach) => {
    const original = await readFixture(name);
    for (const forged of forgeCounts(original, 0, reach)) await expectQuickAnswer(forged);
  });

  it('keep the inspection of a WebM no longer than honest ones', { timeout: 30_000 }, async () => {
    const source = await readFixture('firefox_opus.webm');
    const short = await craft(source, { container: 'webm', packets: (await packetsOf(source)).slice(0, 5) });
    for (const forged of forgeCounts(short, 0, 350)) await expectQuickAnswer(forged);
  });

  it('keep no reader busy with a chunk of more samples than five minutes can hold', async () => {
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
