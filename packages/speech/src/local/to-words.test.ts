import { describe, expect, it } from 'vitest';
import { frameMs } from './loudness.ts';
import { toWords } from './to-words.ts';

const even = (seconds: number): Float32Array => new Float32Array((seconds * 1000) / frameMs).fill(0.1);
const piece = { startMs: 10_000, endMs: 20_000 };
const plain = { text: '', segments: [], tokens: [] };

describe('toWords', () => {
  it('merges the tokens of a model that times them, such as Parakeet', () => {
    // Times have steps of 80 ms, and a token without a duration is a point in time.
    const tokens = [
      { text: ' Hab', startMs: 320, endMs: 480, confidence: 0.9 },
      { text: 'ía', startMs: 480, endMs: 640, confidence: 0.7 },
      { text: ' un', startMs: 720, endMs: 720, confidence: 0.5 },
      { text: ' tren', startMs: 800, endMs: 1_120, confidence: 1 },
      // The model gives a sign a part of the pause.
      { text: '.', startMs: 1_120, endMs: 1_680, confidence: 1 },
    ];
    expect(toWords({ ...plain, text: 'Había un tren.', tokens }, piece, even(30))).toEqual([
      { text: 'Había', startMs: 10_320, endMs: 10_640, confidence: 0.8 },
      { text: 'un', startMs: 10_720, endMs: 10_800, confidence: 0.5 },
      { text: 'tren.', startMs: 10_800, endMs: 11_120, confidence: 1 },
    ]);
  });

  it('gives a word at one point in time no part of the pause before its full stop', () => {
    const tokens = [
      { text: ' tren', startMs: 800, endMs: 800, confidence: 1 },
      { text: '.', startMs: 1_600, endMs: 2_160, confidence: 1 },
    ];
    expect(toWords({ ...plain, tokens }, piece, even(30))).toMatchObject([
      { text: 'tren.', startMs: 10_800, endMs: 10_960 },
    ]);
  });

  it('spreads the words of a segment over its time by their lengths, because Whisper only times segments', () => {
    const segments = [
      { text: ' un tren', startMs: 0, endMs: 800 },
      { text: ' tarde', startMs: 5_000, endMs: 6_000 },
    ];
    expect(toWords({ ...plain, segments }, piece, even(30))).toEqual([
      { text: 'un', startMs: 10_000, endMs: 10_300, confidence: null },
      { text: 'tren', startMs: 10_300, endMs: 10_800, confidence: null },
      { text: 'tarde', startMs: 15_000, endMs: 16_000, confidence: null },
    ]);
  });

  it('puts no word into a pause', () => {
    const loudness = even(30).fill(0, 10_400 / frameMs, 14_400 / frameMs);
    const words = toWords(
      { ...plain, segments: [{ text: 'abc abc', startMs: 0, endMs: 4_800 }] },
      piece,
      loudness,
    );
    expect(words).toMatchObject([
      { startMs: 10_000, endMs: 10_400 },
      { startMs: 14_400, endMs: 14_800 },
    ]);
  });

  it.each([
    ['no segments', []],
    ['segments without times', [{ text: 'abc abc', startMs: 0, endMs: 0 }]],
  ])('spreads the text over the piece if there are %s', (_, segments) => {
    const words = toWords({ ...plain, text: 'abc abc', segments }, piece, even(30));
    expect(words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [10_000, 15_000],
      [15_000, 20_000],
    ]);
  });

  it('keeps times within the piece', () => {
    const segments = [{ text: 'uno dos', startMs: -500, endMs: 29_980 }];
    const words = toWords({ ...plain, segments }, piece, even(15));
    expect(
      words.every(({ startMs, endMs }) => startMs >= 10_000 && startMs <= endMs && endMs <= 20_000),
    ).toBe(true);
    const late = [{ text: ' tarde', startMs: 12_000, endMs: 13_000, confidence: 1 }];
    expect(toWords({ ...plain, tokens: late }, piece, even(15))).toMatchObject([
      { startMs: 20_000, endMs: 20_000 },
    ]);
  });

  it('orders more words than there are steps of time', () => {
    const segments = [{ text: 'a '.repeat(50), startMs: 0, endMs: 100 }];
    const starts = toWords({ ...plain, segments }, piece, even(30)).map(({ startMs }) => startMs);
    expect(starts).toHaveLength(50);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });

  it('accepts an answer without words', () => {
    expect(toWords(plain, piece, even(30))).toEqual([]);
  });
});
