import { describe, expect, it } from 'vitest';
import { cut, toJson, toPrintable } from './terminal-text.ts';
import { toTable } from './table.ts';

const escape = '\u001B';

describe('untrusted text', () => {
  it.each([
    ['colours and moves the cursor', `${escape}[31mrojo${escape}[2A`, '\uFFFD[31mrojo\uFFFD[2A'],
    ['sets the title of the window', `${escape}]0;dueño\u0007`, '\uFFFD]0;dueño\uFFFD'],
    ['moves with one byte of its own', '\u009B2Jx\u0090', '\uFFFD2Jx\uFFFD'],
    ['writes over the line', 'bien\r\u0008\u0008mal\u007F', 'bien \uFFFD\uFFFDmal\uFFFD'],
    ['looks like another line', 'uno\n2026-11-21  jefa\tdos\u2028tres', 'uno 2026-11-21  jefa dos tres'],
    ['turns the direction', 'a\u202Eb\u2066c\u200Fd', 'a\uFFFDb\uFFFDc\uFFFDd'],
    ['hides letters', 'a\u200Bb\uFEFFc', 'a\uFFFDb\uFFFDc'],
    ['is half a pair', 'a\uD83D', 'a\uFFFD'],
    ['is a text', '¡Ñandú! 👩‍👩‍👧 ❤️ 日本', '¡Ñandú! 👩‍👩‍👧 ❤️ 日本'],
  ])('that %s is printed safely', (_case, text, shown) => {
    expect(toPrintable(text)).toBe(shown);
  });

  it('is the same value in JSON, without control characters', () => {
    const value = { title: `${escape}[2J\u009B\u202E\u2028\uD83D ñ 👍` };
    const json = toJson(value);
    expect(JSON.parse(json)).toEqual(value);
    expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    expect(toJson(undefined)).toBe('null');
  });

  it('is cut between graphemes', () => {
    expect(cut('abc', 3)).toBe('abc');
    expect(cut('abcd', 3)).toBe('ab…');
    expect(cut('日本語', 4)).toBe('日…');
    expect(cut('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…');
  });
});

it('a table keeps its columns aligned whatever the cells contain', () => {
  const rows = [
    { TITLE: '日本', VOTES: 7, NONE: null, GONE: undefined },
    { TITLE: '👩‍👩‍👧 y\nyo', VOTES: 12, NONE: null, GONE: undefined },
    { TITLE: '', VOTES: 0, NONE: null, GONE: undefined },
  ];
  expect(toTable(rows)).toEqual([
    'TITLE    VOTES  NONE',
    '日本         7  -',
    '👩‍👩‍👧 y yo     12  -',
    '-            0  -',
  ]);
});
