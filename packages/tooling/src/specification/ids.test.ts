import { describe, expect, it } from 'vitest';
import { expandLines, readIds } from './ids.ts';

describe('the ids in a title', () => {
  it('are lines, ranges of lines and decisions', () => {
    expect(readIds('L45: counts whole seconds')).toEqual({ text: 'counts whole seconds', ids: ['L45'] });
    expect(readIds('L42-44, L50, D03: pages')).toEqual({
      text: 'pages',
      ids: ['L42', 'L43', 'L44', 'L50', 'D03'],
    });
  });

  it('are rows of security and reliability, in any order', () => {
    expect(readIds('REL-10, L305: SEC-07: SEC-41: is private')).toEqual({
      text: 'is private',
      ids: ['REL-10', 'L305', 'SEC-07', 'SEC-41'],
    });
  });

  it.each(['counts whole seconds', 'the L45: of nothing', 'L45 counts', 'L: counts', 'SEC-7: is private'])(
    'are none in “%s”',
    (title) => expect(readIds(title)).toEqual({ text: title, ids: [] }),
  );
});

describe('a list of lines', () => {
  it('names single lines and ranges', () => {
    expect(expandLines('3, 9-11')).toEqual([3, 9, 10, 11]);
  });

  it.each(['', 'decided', '3,9', '11-9', '3–9'])('is refused as “%s”', (text) => {
    expect(() => expandLines(text)).toThrow(/names no lines|ends before/);
  });
});
