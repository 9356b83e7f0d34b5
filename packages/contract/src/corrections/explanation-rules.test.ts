import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import {
  checkExplanation,
  checkRegions,
  placeProposal,
  toHeadword,
  toHeadwordKey,
} from './explanation-rules.ts';

const say = (text: string) =>
  text.split(' ').map((word, index) => ({ text: word, startMs: index * 400, endMs: index * 400 + 300 }));
const { maxLength, maxRegions, maxWordLength, maxWords } = limits.explanations;

describe('an explanation', () => {
  it.each([
    ['autobús', null],
    ['a'.repeat(maxLength), null],
    [' \u200B ', 'EXPLANATION_REQUIRED'],
    ['a'.repeat(maxLength + 1), 'EXPLANATION_TOO_LONG'],
    ['mira ejemplo.com', 'EXPLANATION_NOT_PLAIN'],
    ['<b>autobús</b>', 'EXPLANATION_NOT_PLAIN'],
    ['a\u0000b', 'INVALID_INPUT'],
  ])('of %j', (text, code) => expect(checkExplanation(text)).toBe(code));

  it('has one to three regions', () => {
    expect(checkRegions(['canarias'])).toBeNull();
    expect(checkRegions(['canarias', 'caribe', 'andes'].slice(0, maxRegions))).toBeNull();
    for (const chosen of [[], ['a', 'a'], Array.from({ length: maxRegions + 1 }, (_, index) => `${index}`)])
      expect(checkRegions(chosen)).toBe('EXPLANATION_REGIONS');
  });
});

describe('a headword', () => {
  it.each([
    ['Guagua, llena', 0, 0, 'guagua'],
    ['la «guagua»', 1, 1, 'guagua'],
    ['Vino. ¡Chacho! Sube', 1, 1, 'chacho'],
    ['subió al Teide', 2, 2, 'Teide'],
    ['la ONU dijo', 1, 1, 'ONU'],
    ['ONU no', 0, 0, 'ONU'],
    ['se echó un pizco de sal', 1, 3, 'echó un pizco'],
    ['en 1898, ya', 1, 1, null],
    [`la ${'a'.repeat(maxWordLength + 1)}`, 1, 1, null],
    // A cursor could not contain this word.
    [`la ${'語'.repeat(maxWordLength)}`, 1, 1, null],
    ['no '.repeat(maxWords + 1).trim(), 0, maxWords, null],
  ])('of %j from %i to %i is %j', (text, from, to, expected) =>
    expect(toHeadword(say(text), { from, to })).toBe(expected),
  );

  it('has its place in a Spanish dictionary', () => {
    const words = ['nota', 'ñame', 'nube', 'Ámbar', 'papá', 'papa', 'papaya', 'zumo', 'nandú', 'ñ', 'ambos'];
    words.push('papa frita', 'echar de menos', 'echar', 'echarse', 'papá mío');
    const inOrder = words.toSorted((a, b) => (toHeadwordKey(a) < toHeadwordKey(b) ? -1 : 1));
    expect(inOrder).toEqual(words.toSorted(new Intl.Collator('es').compare));
  });
});

describe('an explanation of «la papa»', () => {
  const kept = {
    startMs: 400,
    endMs: 700,
    text: 'papa',
    headword: 'papa',
    headwordKey: toHeadwordKey('papa'),
  };
  it.each([
    ['la papa', 'papa'],
    ['la ¡Papá!', 'Papá'],
    ['la. Papa', 'papa'],
    ['la paña', null],
    ['la yaya', null],
  ])('in %j belongs to %j', (text, headword) =>
    expect(placeProposal(say(text), kept)?.headword ?? null).toBe(headword),
  );

  it('does not match a word that differs by a tilde', () => {
    const year = { ...kept, text: 'ano', headword: 'ano', headwordKey: toHeadwordKey('ano') };
    expect(placeProposal(say('un año'), year)).toBeNull();
  });
});
