import { measureCpu } from '@relato/testing/measure-cpu';
import { expect, it } from 'vitest';
import { findWatchedWords, toWordIndex } from './word-index.ts';

const insults = { name: 'Insultos', words: ['malo', 'hijo del diablo', 'año', 'mal'] };
const spam = { name: 'Spam', words: ['gana dinero', 'malo'] };
const find = (...pieces: string[]) =>
  findWatchedWords(toWordIndex([insults, spam]), pieces).map(
    ({ list, word, piece }) => `${list}: ${word} ${piece}`,
  );

it('finds whole words of every list, without case and accents, and never a part of a word', () => {
  expect(find('¡Qué MÁLO! Los malos, anómalo y maloliente.')).toEqual(['Insultos: malo 0', 'Spam: malo 0']);
  expect(find('un año, no un ano')).toEqual(['Insultos: año 0']);
});

it('finds several words in a row, whatever separates them, and the word in which they begin', () => {
  expect(find('Eres', 'un', 'hijo', 'del,', 'Diablo.')).toEqual(['Insultos: hijo del diablo 2']);
  expect(find('hijo del vecino, gana\ndinero')).toEqual(['Spam: gana dinero 0']);
});

it.each(['m.a.l.o', 'm-a-l-o', 'm a l o', 'M_Á*l.o', 'a b m.a.l.o y z'])(
  'finds a word whose letters are separated by one character each: %s',
  (text) => {
    expect(find(text)).toEqual(expect.arrayContaining(['Insultos: malo 0', 'Spam: malo 0']));
  },
);

it.each(['m. a. l. o', 'm--a--l--o', 'ma.lo', 'm.a', 'm.a.l.', 'mal-o'])(
  'finds no letters with other gaps: %s',
  (text) => {
    expect(find(text).filter((each) => each.includes('malo'))).toEqual([]);
  },
);

it('returns the spoken word in which separated letters begin', () => {
  expect(find('dijo', 'm', 'a', 'l', 'o')).toContain('Spam: malo 1');
  expect(find('dijo', 'm.a.l.o')).toContain('Spam: malo 1');
});

it('distinguishes finds by the words around them', () => {
  const contexts = findWatchedWords(toWordIndex([{ name: 'x', words: ['malo'] }]), [
    'uno dos tres cuatro malo, cinco seis siete ocho. Malo fin',
  ]).map(({ context }) => context);
  expect(contexts).toEqual(['dos tres cuatro malo cinco seis siete', 'seis siete ocho malo fin']);
});

const letters = (n: number): string =>
  n.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));
const wordsOf = (count: number) => Array.from({ length: count }, (_, n) => `zz${letters(n)}`);

it('reads a transcript in the same time with ten thousand words as with ten', () => {
  const text = Array.from({ length: 700 }, (_, n) => letters(n * 977)).join(' ');
  const [few, many] = [10, 10_000].map((count) => toWordIndex([{ name: 'x', words: wordsOf(count) }]));
  const measure = (index = few): number => measureCpu(() => index && findWatchedWords(index, [text]), 20);
  // Comparing each word of the list would take a thousand times as long; what the caches of a processor hold, ten times.
  expect(measure(many)).toBeLessThan(measure(few) * 100);
});

it('reads separated letters in the same time however long the words are', () => {
  const text = 'b c d f g h j k l m n p q r s t v w x z '.repeat(50);
  const measure = (word: string): number => {
    const index = toWordIndex([{ name: 'x', words: [word] }]);
    return measureCpu(() => findWatchedWords(index, [text]), 20);
  };
  // Trying every length of every run of letters would take a hundred times as long.
  expect(measure('b'.repeat(98))).toBeLessThan(measure('bcd') * 10);
});
