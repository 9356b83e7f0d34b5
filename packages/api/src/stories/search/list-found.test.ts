import { limits } from '@relato/contract';
import { describe, expect, it, vi } from 'vitest';
import { findMoments } from './list-found.ts';

const word = (lexeme: string, offset = 0) => ({ offset, lexemes: [lexeme], beginning: null });
const show = (parts: readonly string[]) =>
  parts.map((part, index) => (index % 2 === 1 ? `[${part}]` : part)).join('');
/** Returns the sentences with matches in brackets, for words with these numbers. */
const find = (text: string, heard: Record<string, number[]>, ...terms: ReturnType<typeof word>[][]) =>
  findMoments(text, heard, { terms }).map(({ parts, piece }) => [show(parts), piece]);

describe('the moments of a search', () => {
  it('are the sentences with a match, each with the piece of its first one', () => {
    const text = '¿Y el mango? Nada. ¡El mango, el mango!\nFin.';
    expect(find(text, { mang: [3, 6, 8] }, [word('mang')])).toEqual([
      ['¿Y el [mango]?', 2],
      ['¡El [mango], el [mango]!', 5],
    ]);
  });

  it('begin with those that have the most terms', () => {
    const text = 'Un mango. Otro mango. El gato y el mango. Un gato.';
    const found = find(text, { mang: [2, 4, 9], gat: [6, 11] }, [word('mang')], [word('gat')]);
    expect(found.map(([sentence]) => sentence)).toEqual([
      'El [gato] y el [mango].',
      'Un [mango].',
      'Otro [mango].',
      'Un [gato].',
    ]);
  });

  it('are empty unless every term is said', () => {
    expect(find('Un mango.', { mang: [2] }, [word('mang')], [word('gat')])).toEqual([]);
  });

  it('mark a phrase as a whole, and only if its words are consecutive', () => {
    const text = 'El mango verde. El verde mango. Mango, pues, verde.';
    const phrase = [word('mang'), word('verd', 1)];
    expect(find(text, { mang: [2, 6, 7], verd: [3, 5, 9] }, phrase)).toEqual([['El [mango verde].', 1]]);
  });

  it('cut a text without sentences around each match, between words', () => {
    const words = Array.from({ length: 200 }, (_, index) => (index % 60 === 50 ? 'mango' : 'palabra'));
    const found = find(words.join(' '), { mang: [51, 111, 171] }, [word('mang')]);
    expect(found).toHaveLength(3);
    for (const [sentence] of found) {
      expect(sentence).toMatch(/^… (?:palabra )+\[mango\](?: palabra)+ …$/u);
      expect(String(sentence).length).toBeLessThanOrEqual(limits.search.moment.maxLength + 8);
    }
    expect(found.map(([, piece]) => piece)).toEqual([50, 110, 170]);
  });

  it('are as many as a card can show', () => {
    const text = 'Un mango. '.repeat(20);
    const numbers = Array.from({ length: 20 }, (_, index) => 2 * index + 2);
    expect(find(text, { mang: numbers }, [word('mang')])).toHaveLength(limits.search.moment.maxCount);
  });

  it.each([
    ['one term', 1, limits.search.moment.maxCount],
    ['terms that never are in one sentence', 2, 300],
  ])('SEC-55: are searched in a limited number of sentences: %s', (_case, termCount, most) => {
    const lexemes = ['mang', 'gat'].slice(0, termCount);
    const numbers = Array.from({ length: 2_000 }, (_, index) => index + 1);
    const heard = { mang: numbers, gat: [2_001] };
    const sentences = Object.getPrototypeOf(new Intl.Segmenter('es').segment('')) as Intl.Segments; // the type of `segment`
    const looks = vi.spyOn(sentences, 'containing');
    const found = findMoments(`${'Mango. '.repeat(2_000)}Gato.`, heard, {
      terms: lexemes.map((lexeme) => [word(lexeme)]),
    });
    expect(found).toHaveLength(limits.search.moment.maxCount);
    expect(looks.mock.calls.length).toBeLessThanOrEqual(most);
    looks.mockRestore();
  });

  it('accept a word of any length, and numbers that the text does not have', () => {
    const long = 'a'.repeat(5_000);
    expect(find(`Dijo ${long} y ya.`, { [long]: [2, 99] }, [word(long)])[0]?.[0]).toContain(`[${long}]`);
    expect(find('', { mang: [1] }, [word('mang')])).toEqual([]);
  });

  it('are found in linear time for a piece of any length, and for many matches in one sentence', () => {
    // With quadratic time, each would take minutes.
    const piece = `${'-'.repeat(1_000_000)}mango`;
    expect(findMoments(piece, { mang: [1] }, { terms: [[word('mang')]] })).toMatchObject([{ piece: 0 }]);
    const numbers = Array.from({ length: 40_000 }, (_, index) => index + 1);
    const found = findMoments('mango '.repeat(40_000), { mang: numbers }, { terms: [[word('mang')]] });
    expect(found).toHaveLength(limits.search.moment.maxCount);
  });

  it('count words in other Unicode compositions', () => {
    expect(find('Cafe\u0301 con mango', { mang: [3] }, [word('mang')])).toEqual([['Café con [mango]', 2]]);
  });
});
