import { describe, expect, it } from 'vitest';
import { toChunks, toOpenText, toSpokenIn } from './word-chunks.ts';

const pieces = Array.from({ length: 125 }, (_, index) => `p${index} `);

describe('chunks of words', () => {
  it('hold every word once, in order', () => {
    const chunks = toChunks(pieces, 50);
    expect(chunks.map(({ from }) => from)).toEqual([0, 50, 100]);
    expect(chunks.flatMap((chunk) => chunk.pieces)).toEqual(pieces);
    expect(toChunks([], 50)).toEqual([]);
  });

  it('show one spoken word, those before it as heard and those after it as to come', () => {
    const chunks = toChunks(pieces, 50);
    expect(chunks.map((chunk) => toSpokenIn(chunk, 50))).toEqual(['heard', 0, 'next']);
    expect(chunks.map((chunk) => toSpokenIn(chunk, 124))).toEqual(['heard', 'heard', 24]);
    expect(chunks.map((chunk) => toSpokenIn(chunk, -1))).toEqual(['next', 'next', 'next']);
  });
});

it('takes the text of an open story from the answer with its words, also if a list has another text', () => {
  const listed = { transcript: 'Antes eran tres' };
  expect(toOpenText(listed, undefined)).toBe('Antes eran tres');
  expect(toOpenText(listed, { transcript: 'Dos palabras' })).toBe('Dos palabras');
});
