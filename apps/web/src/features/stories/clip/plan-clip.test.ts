import { limits } from '@relato/contract/limits';
import { describe, expect, it } from 'vitest';
import { listSentences } from '../../../lib/transcript/list-sentences.ts';
import { planClip, toFrameTimes, type ClipLength } from './plan-clip.ts';

/** Sentences of ten words, one word a second. */
const pieces = Array.from({ length: 60 }, (_, index) => `palabra${index}${index % 10 === 9 ? '. ' : ' '}`);
const words = pieces.map((piece, index) => ({
  text: piece.trim(),
  startMs: index * 1_000 + 500,
  endMs: index * 1_000 + 1_200,
}));
const sentences = listSentences(pieces, words);
const plan = (firstWord: number, length: ClipLength, recordingMs = 61_000) =>
  planClip(words, sentences, { firstWord, length }, recordingMs);
const textsOf = (firstWord: number, length: ClipLength) => {
  const planned = plan(firstWord, length)?.words.map(({ text }) => text) ?? [];
  return [planned[0], planned.at(-1)];
};

describe('a clip', () => {
  it('is a sentence, or as many whole sentences as fit', () => {
    expect(textsOf(0, 'sentence')).toEqual(['palabra0', 'palabra9.']);
    expect(textsOf(10, 'short')).toEqual(['palabra10', 'palabra19.']);
    expect(textsOf(10, 'long')).toEqual(['palabra10', 'palabra29.']);
    expect(textsOf(50, 'long')).toEqual(['palabra50', 'palabra59.']);
  });

  it('ends behind a word if no sentence ends in its second half', () => {
    const one = [{ text: '', startMs: 500, firstWord: 0 }];
    const planned = planClip(words, one, { firstWord: 0, length: 'short' }, 61_000);
    expect(planned?.words.at(-1)?.text).toBe('palabra13');
    expect(planned?.durationMs).toBeLessThanOrEqual(limits.clip.shortMs);
  });

  it('has times from its own start, and stays within the recording', () => {
    const planned = plan(50, 'long', 60_300);
    expect(planned).toMatchObject({ startMs: 50_380, durationMs: 9_920 });
    expect(planned?.words[0]).toEqual({ text: 'palabra50', startMs: 120, endMs: 820 });
    expect(plan(0, 'sentence')?.startMs).toBe(380);
  });

  it('excludes the adjacent words, also if they follow without a gap', () => {
    const touching = ['Dijo', 'que', 'no'].map((text, index) => ({
      text,
      startMs: index * 400,
      endMs: index * 400 + 400,
    }));
    const middle = [
      { text: '', startMs: 0, firstWord: 0 },
      { text: '', startMs: 400, firstWord: 1 },
      { text: '', startMs: 800, firstWord: 2 },
    ];
    const planned = planClip(touching, middle, { firstWord: 1, length: 'sentence' }, 1_200);
    expect(planned).toMatchObject({ startMs: 400, endMs: 800, words: [{ text: 'que', startMs: 0 }] });
  });

  it('cuts a word that is longer than a clip', () => {
    const endless = [{ text: 'Mmm', startMs: 0, endMs: 50_000 }];
    const planned = planClip(endless, [], { firstWord: 0, length: 'short' }, 61_000);
    expect(planned).toMatchObject({ startMs: 0, durationMs: limits.clip.shortMs, words: [{ text: 'Mmm' }] });
  });

  it('is null without sound', () => {
    expect(plan(99, 'short')).toBeNull();
    expect(plan(50, 'short', 50_000)).toBeNull();
  });
});

it('has a frame at each word, and otherwise at the rate of the waveform', () => {
  const two = [
    { text: 'a', startMs: 40, endMs: 90 },
    { text: 'b', startMs: 205, endMs: 290 },
  ];
  const part = { startMs: 0, endMs: 350, durationMs: 350 };
  // The word at 205 replaces the frame at 200.
  expect(toFrameTimes({ ...part, words: two })).toEqual([0, 40, 100, 205, 300]);
  const apart = { ...part, words: [{ text: 'b', startMs: 250, endMs: 290 }] };
  expect(toFrameTimes(apart)).toEqual([0, 100, 200, 250, 300]);
});
