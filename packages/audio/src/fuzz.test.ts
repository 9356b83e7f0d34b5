import { refusalCodes } from '@relato/contract/errors';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { inspectBytes } from './inspect-bytes.ts';
import { readFixture } from './testing/recordings.ts';

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
