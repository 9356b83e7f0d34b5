import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameMs, isQuiet, soundLevel, toLoudness } from './loudness.ts';
import { splitAtPauses } from './split-at-pauses.ts';

/** Returns the loudness of stretches, given as a level and a length in seconds. */
const curve = (...stretches: readonly (readonly [level: number, seconds: number])[]): Float32Array =>
  Float32Array.from(
    stretches.flatMap(([level, seconds]) => Array.from({ length: (seconds * 1000) / frameMs }, () => level)),
  );

describe('splitAtPauses', () => {
  it('leaves a short recording whole', () => {
    expect(splitAtPauses(curve([0.1, 20]))).toEqual([{ startMs: 0, endMs: 20_000 }]);
  });

  it('omits the silence around sound, except for a margin', () => {
    expect(splitAtPauses(curve([0, 5], [0.1, 3], [0, 4]))).toEqual([{ startMs: 4_700, endMs: 8_300 }]);
  });

  it.each([[[]], [curve([0, 60])], [curve([0.0005, 60])]])('finds no piece in silence', (loudness) => {
    expect(splitAtPauses(Float32Array.from(loudness))).toEqual([]);
  });

  it('keeps a whisper', () => {
    expect(splitAtPauses(curve([0.002, 4]))).toEqual([{ startMs: 0, endMs: 4_000 }]);
  });

  it('cuts a long recording in a pause', () => {
    const pieces = splitAtPauses(curve([0.1, 18], [0.01, 0.4], [0.1, 21.6]));
    expect(pieces).toHaveLength(2);
    expect(pieces[0]?.endMs).toBeGreaterThan(18_000);
    expect(pieces[0]?.endMs).toBeLessThan(18_400);
    expect(pieces[1]).toEqual({ startMs: pieces[0]?.endMs, endMs: 40_000 });
  });

  it('does not count long silence as part of a piece', () => {
    expect(splitAtPauses(curve([0.1, 10], [0, 60], [0.1, 10]))).toEqual([
      { startMs: 0, endMs: 10_300 },
      { startMs: 69_700, endMs: 80_000 },
    ]);
  });

  it('covers all sound with pieces in order, each of at most 30 seconds', () => {
    const stretch = fc.tuple(fc.constantFrom(0, 0.002, 0.1, 0.3), fc.integer({ min: 1, max: 40 }));
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 6 }), (stretches) => {
        const loudness = curve(...stretches);
        const pieces = splitAtPauses(loudness);
        const starts = pieces.map(({ startMs }) => startMs);
        const lengths = pieces.map(({ startMs, endMs }) => endMs - startMs);
        expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(30_000);
        expect(Math.min(1, ...lengths)).toBe(1);
        expect(pieces.slice(0, -1).every(({ endMs }, index) => endMs <= (starts[index + 1] ?? 0))).toBe(true);
        const level = soundLevel(loudness);
        const sounding = [...loudness.keys()].filter((frame) => (loudness[frame] ?? 0) >= level);
        const lost = sounding.filter(
          (frame) =>
            !pieces.some(({ startMs, endMs }) => startMs <= frame * frameMs && frame * frameMs < endMs),
        );
        expect(lost).toEqual([]);
      }),
      { numRuns: 50, seed: 1 },
    );
  });
});

describe('toLoudness', () => {
  it('measures each 20 ms', () => {
    const samples = new Float32Array(800).fill(0.5, 320, 640);
    expect([...toLoudness(samples)]).toEqual([0, 0.5, 0]);
  });

  it('treats samples that are not numbers as silence', () => {
    expect([...toLoudness(new Float32Array(320).fill(NaN))]).toEqual([0]);
  });
});

describe('isQuiet', () => {
  const loudness = curve([0.2, 1], [0.001, 1], [0.2, 1]);

  it.each([
    [{ startMs: 1_100, endMs: 1_900 }, true],
    [{ startMs: 900, endMs: 1_900 }, false],
    [{ startMs: 1_500, endMs: 1_500 }, true],
    [{ startMs: 9_000, endMs: 9_500 }, true],
  ])('returns whether %o has no sound', (time, quiet) => {
    expect(isQuiet(loudness, time, soundLevel(loudness))).toBe(quiet);
  });
});
