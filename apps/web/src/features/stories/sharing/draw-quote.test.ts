import { expect, it } from 'vitest';
import { breakLines } from './draw-quote.ts';

/** Ten pixels a character: 31 of them fit into a line. */
const widthOf = (line: string) => line.length * 10;

it('breaks a sentence between words', () => {
  expect(breakLines('«Mi abuela agarró un mango verde y lo esperó»', widthOf)).toEqual([
    '«Mi abuela agarró un mango',
    'verde y lo esperó»',
  ]);
});

it('cuts a word that is wider than a line between its characters', () => {
  const lines = breakLines(`a ${'👵'.repeat(20)}`, widthOf);
  expect(lines).toEqual(['a', '👵'.repeat(15), '👵'.repeat(5)]);
});

it('cuts within no letter and no emoji', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(breakLines(family.repeat(4), widthOf)).toEqual([family.repeat(2), family.repeat(2)]);
  const last = breakLines('👵'.repeat(130), widthOf).at(-1);
  expect(last).toMatch(/^👵+…$/u);
});

it('ends a text of too many lines', () => {
  const lines = breakLines('palabra '.repeat(60).trim(), widthOf);
  expect(lines).toHaveLength(8);
  expect(lines.at(-1)).toMatch(/…$/);
});
