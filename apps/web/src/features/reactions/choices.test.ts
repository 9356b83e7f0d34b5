import { expect, it } from 'vitest';
import { placeReactions, toChoices, toRemovals } from './choices.ts';

const text = 'Llovía mucho aquella tarde. Nadie tenía un paraguas grande.';
const pieces = text.split(' ').map((word) => `${word} `);
const words = text
  .split(' ')
  .map((word, index) => ({ text: word, startMs: index * 100, endMs: index * 100 + 90 }));
const textsOf = (from: number, to = from) =>
  toChoices({ from, to }, { words, pieces, placed: [] }).map(({ kind, span }) => [kind, span.text]);

it('offers a word, and the sentence around it', () => {
  expect(textsOf(0)).toEqual([
    ['word', 'Llovía'],
    ['sentence', 'Llovía mucho aquella tarde.'],
  ]);
  expect(textsOf(8)).toEqual([
    ['word', 'grande.'],
    ['sentence', 'Nadie tenía un paraguas grande.'],
  ]);
});

it('offers selected words as they are', () =>
  expect(textsOf(2, 5)).toEqual([['words', 'aquella tarde. Nadie tenía']]));

it('offers a sentence of one word once', () => {
  const only = { words: words.slice(0, 1), pieces: pieces.slice(0, 1), placed: [] };
  expect(toChoices({ from: 0, to: 0 }, only)).toHaveLength(1);
});

it('offers the words of a sign wherever one of them is chosen, with the sign', () => {
  const mine = [{ startMs: 100, endMs: 290, text: 'mucho aquella', sign: 'tear' as const }];
  const placed = placeReactions(words, mine);
  expect(placed).toMatchObject([{ range: { from: 1, to: 2 } }]);
  expect(toChoices({ from: 2, to: 2 }, { words, pieces, placed })).toMatchObject([
    { kind: 'word', known: undefined },
    { kind: 'sentence', known: undefined },
    { kind: 'words', span: { text: 'mucho aquella' }, known: { sign: 'tear' } },
  ]);
  expect(toChoices({ from: 3, to: 3 }, { words, pieces, placed })).toHaveLength(2);
});

it('offers to remove the signs whose words are gone, and no others', () => {
  const left = { startMs: 100, endMs: 290, text: 'mucho aquella', sign: 'tear' as const };
  const gone = { startMs: 9000, endMs: 9080, text: 'granizo', sign: 'awe' as const };
  expect(toRemovals(words, [left, gone])).toEqual([
    {
      range: { from: words.length, to: words.length },
      span: { startMs: 9000, endMs: 9080, text: 'granizo' },
      known: gone,
      sign: null,
    },
  ]);
  expect(placeReactions(words, [left, gone])).toHaveLength(1);
});
