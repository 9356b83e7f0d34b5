import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findChosen, findSentence, listSentences } from './list-sentences.ts';

const toWord = (text: string, index: number) => ({ text, startMs: index * 1000, endMs: index * 1000 + 900 });

/** Returns the sentences of a text in which each word takes a second. */
function sentencesOf(transcript: string) {
  const pieces = transcript.match(/\S+\s*/g) ?? [];
  return listSentences(pieces, pieces.map(toWord));
}

describe('the sentences of a transcript', () => {
  it('begin with the time of their first word', () => {
    expect(
      sentencesOf(
        'Mi abuela agarró un mango verde. ¿Y qué hizo con el mango? «Lo esperó detrás de la puerta.»',
      ),
    ).toMatchObject([
      { text: 'Mi abuela agarró un mango verde.', startMs: 0 },
      { text: '¿Y qué hizo con el mango?', startMs: 6000 },
      { text: '«Lo esperó detrás de la puerta.»', startMs: 12_000 },
    ]);
  });

  it('continue when they are short, also past the point of an abbreviation', () => {
    expect(sentencesOf('¡No! El Sr. García nunca dijo nada.').map(({ text }) => text)).toEqual([
      '¡No! El Sr. García nunca dijo nada.',
    ]);
  });

  it('end at a line break', () => {
    expect(sentencesOf('una línea que no tiene puntos\notra línea').map(({ text }) => text)).toEqual([
      'una línea que no tiene puntos',
      'otra línea',
    ]);
  });

  it('hold every word once, and fit on a card unless a word alone does not', () => {
    const word = fc.oneof(fc.stringMatching(/^[a-zñ]{1,12}[.!?,]?$/), fc.constant('x'.repeat(200)));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 80 }), (words) => {
        const transcript = words.join(' ');
        const sentences = sentencesOf(transcript);
        const said = sentences.map(({ text }) => text.replace(/…$/, '')).join(' ');
        expect(said).toBe(transcript);
        const tooLong = sentences.filter(({ text }) => text.includes(' ') && text.length > 161);
        expect(tooLong).toEqual([]);
        const starts = sentences.map(({ startMs }) => startMs);
        expect(starts).toEqual([...new Set(starts)].toSorted((one, other) => one - other));
      }),
      { seed: 1 },
    );
  });

  it('are found by a time', () => {
    const sentences = [
      { text: 'Una.', startMs: 500, firstWord: 0 },
      { text: 'Dos.', startMs: 2000, firstWord: 1 },
    ];
    expect([0, 500, 1999, 2000, 9000].map((ms) => findSentence(sentences, ms)?.text)).toEqual([
      'Una.',
      'Una.',
      'Una.',
      'Dos.',
      'Dos.',
    ]);
    expect(findSentence([], 0)).toBeUndefined();
  });
});

describe('the chosen sentence', () => {
  const before = sentencesOf('Mi abuela agarró un mango verde. Y lo esperó detrás de la puerta.');

  it('is found again in a new list', () => {
    const again = sentencesOf('Mi abuela agarró un mango verde. Y lo esperó detrás de la puerta.');
    expect(findChosen(again, before[1] ?? null, 0)).toBe(again[1]);
  });

  it('is the one at the current time if none was chosen, or if the chosen one was edited away', () => {
    const edited = sentencesOf('Mi abuela agarró un mango verde. Y lo esperó detrás de una puerta.');
    expect(findChosen(edited, null, 7000)).toBe(edited[1]);
    expect(findChosen(edited, before[1] ?? null, 0)).toBe(edited[0]);
    expect(findChosen([], before[1] ?? null, 0)).toBeUndefined();
  });
});
