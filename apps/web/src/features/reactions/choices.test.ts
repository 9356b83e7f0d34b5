import { expect, it } from 'vitest';
import { toChoices } from './choices.ts';

const pieces = [
  'Llovía',
  ' mucho',
  ' aquella',
  ' tarde.',
  ' Nadie',
  ' tenía',
  ' un',
  ' paraguas',
  ' grande.',
].map((piece) => `${piece.trim()} `);
const words = pieces.map((piece, index) => ({
  text: piece.trim(),
  startMs: index * 100,
  endMs: index * 100 + 90,
}));
const textsOf = (from: number, to = from) => toChoices({ from, to }, words, pieces).map(({ text }) => text);

it('offers a word, and the sentence around it', () => {
  expect(textsOf(0)).toEqual(['Llovía', 'Llovía mucho aquella tarde.']);
  expect(textsOf(8)).toEqual(['grande.', 'Nadie tenía un paraguas grande.']);
  expect(toChoices({ from: 5, to: 5 }, words, pieces)[1]?.range).toEqual({ from: 4, to: 8 });
});

it('offers selected words as they are', () => expect(textsOf(2, 5)).toEqual(['aquella tarde. Nadie tenía']));

it('offers a sentence of one word once', () => {
  const only = words.slice(0, 1);
  expect(toChoices({ from: 0, to: 0 }, only, pieces.slice(0, 1))).toHaveLength(1);
});
