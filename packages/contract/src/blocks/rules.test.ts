import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { checkMutedWord, hasMutedWord } from './rules.ts';

describe('a muted word', () => {
  it.each([
    ['tormenta', 'Vino una TORMENTA.'],
    ['política', 'de politica, otra vez'],
    ['politica', 'La POLÍTICA'],
    ['pingu\u0308ino', 'un pinguino'],
    ['año', 'el an\u0303o pasado'],
    ['¡gol!', '(gol)'],
    ['perro', '@el_perro.negro'],
    ['la guerra', 'Antes de la   guerra,'],
    ['covid-19', 'el COVID 19'],
  ])('matches whole words, ignoring case, accents and signs: %s', (word, text) => {
    expect(hasMutedWord([word], ['otra cosa', text])).toBe(true);
  });

  it.each([
    ['tormenta', 'tormentas'],
    ['gol', 'golpe de gollete'],
    // Here ñ is another letter, not an accent.
    ['ano', 'el año'],
    ['año', 'el ano'],
    ['la guerra', 'la otra guerra'],
    ['guerra', ''],
  ])('does not match %s: %s', (word, text) => {
    expect(hasMutedWord([word], [text])).toBe(false);
  });

  it('matches any of several words, and never matches an empty list', () => {
    expect(hasMutedWord(['lluvia', 'tren'], ['El tren'])).toBe(true);
    expect(hasMutedWord([], ['El tren'])).toBe(false);
  });

  it('does not match across two texts', () => {
    expect(hasMutedWord(['el tren'], ['el', 'tren'])).toBe(false);
  });

  it.each([
    ['tren', null],
    ['dos palabras', null],
    ['a'.repeat(limits.mutedWord.maxLength), null],
    ['', 'MUTED_WORD_INVALID'],
    ['¡!', 'MUTED_WORD_INVALID'],
    ['\u0301', 'MUTED_WORD_INVALID'],
    ['a'.repeat(limits.mutedWord.maxLength + 1), 'MUTED_WORD_INVALID'],
    ['a\u0000', 'INVALID_INPUT'],
  ])('is checked: %j', (word, code) => {
    expect(checkMutedWord(word)).toBe(code);
  });
});
