import { describe, expect, it } from 'vitest';
import { findDisabledTest, readTestTitles } from './titles.ts';

const read = (source: string) =>
  readTestTitles('a.test.ts', source).map(({ text, ids, line }) => ({ text, ids, line }));

describe('the titles of a test file', () => {
  it('are read from plain, parametrized and grouped tests', () => {
    const source = [
      "describe('L3: a story', () => {",
      "  it('L4: is told', tell);",
      "  it.each([1, 2])('L5: is told %i times', tell);",
      '  test(`L6: at ${width}`, tell);',
      '});',
    ].join('\n');
    expect(read(source)).toEqual([
      { text: 'a story', ids: ['L3'], line: 1 },
      { text: 'is told', ids: ['L4'], line: 2 },
      { text: 'is told %i times', ids: ['L5'], line: 3 },
      { text: 'at ${width}', ids: ['L6'], line: 4 },
    ]);
  });

  it('are read without escapes and without the tags of browsers', () => {
    expect(read(String.raw`test('L7: the story\'s end @firefox', run)`)).toEqual([
      { text: "the story's end", ids: ['L7'], line: 1 },
    ]);
  });

  it('are not read from comments and other calls', () => {
    expect(read("// it('L8: is gone', run)\n/** it('L8: is gone', run) */\nreadIds('L8: is gone');")).toEqual(
      [],
    );
  });
});

describe('a test that does not run', () => {
  it.each([
    'it.skip',
    'test.only',
    'describe.skip',
    'it.todo',
    'test.fixme',
    'test.describe.only',
    'it.only.each',
  ])('is found as %s', (call) => expect(findDisabledTest(`${call}('is told', run)`)).not.toBeNull());

  it('is not confused with a skipping player or a slow test', () => {
    expect(findDisabledTest("player.skip('a'); test.slow(); it.runIf(isRoot)('runs', run)")).toBeNull();
  });
});
