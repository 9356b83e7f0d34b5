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

  it('follow those of SECURITY.md, which stay in the text', () => {
    expect(readIds('SEC-07, SEC-41: L305: is private')).toEqual({
      text: 'SEC-07, SEC-41: is private',
      ids: ['L305'],
    });
  });

  it.each(['counts whole seconds', 'SEC-07: is private', 'the L45: of nothing', 'L45 counts', 'L: counts'])(
    'are none in “%s”',
    (title) => expect(readIds(title)).toBeNull(),
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
