import { describe, expect, it } from 'vitest';
import { countWordErrors, toComparableWords } from './count-word-errors.ts';

const count = (reference: string, heard: string) =>
  countWordErrors(toComparableWords(reference), toComparableWords(heard));

describe('the words of a text', () => {
  it('are compared without case and punctuation', () => {
    const words = ['qué', 'dijo', 'no', 'a', 'las', '3', '15'];
    expect(toComparableWords('¿Qué? «Dijo» —NO—, a las 3:15…')).toEqual(words);
    expect(toComparableWords(' … \n')).toEqual([]);
  });

  it('are compared with their accents, however these are encoded', () => {
    expect(toComparableWords('AÑO')).toEqual(toComparableWords('an\u0303o'));
    expect(count('el año', 'el ano')).toBe(1);
  });
});

describe('the errors of a transcript', () => {
  it.each([
    ['none', 'había una vez', 'Había una vez.', 0],
    ['a missing word', 'había una vez un tren', 'había vez un tren', 1],
    ['all words of a reference of which nothing was heard', 'había una vez', '', 3],
    ['one of each kind', 'uno dos tres cuatro cinco', 'uno tres cuarto cinco seis', 3],
    ['the fewest, where words repeat', 'no no no sí', 'no sí', 2],
  ])('are counted: %s', (_, reference, heard, errors) => {
    expect(count(reference, heard)).toBe(errors);
    // Swapping the texts turns each insertion into a deletion, so that the number stays.
    expect(count(heard, reference)).toBe(errors);
  });

  it('of thousands of words are counted in reasonable time', () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `palabra${index % 97}`);
    expect(countWordErrors(words, words.slice(1))).toBe(1);
  });
});
