import { describe, expect, it } from 'vitest';
import { listProblems, type Sources } from './problems.ts';
import type { Row } from './rows.ts';

const specification = ['# The product', '', 'Stories are told.', '- Stories are heard.'].join('\n');
const told: Row = { lines: '3', what: 'Telling', builtIn: ['tell.ts'] };
const heard: Row = { lines: '4', what: 'Hearing', builtIn: ['stories/hear.ts'] };
const proof = (ids: readonly string[]) => ({ file: 'a.test.ts', line: 1, text: 'works', ids });

const listWith = ({ rows = [told, heard], ...changes }: Partial<Sources> & { rows?: readonly Row[] }) =>
  listProblems({
    specification,
    points: [{ title: 'All', rows }],
    titles: [proof(['L3', 'L4'])],
    files: ['apps/web/src/tell.ts', 'apps/web/src/stories/hear.ts'],
    ...changes,
  });

describe('the specification', () => {
  it('has no problem when each line has one row with a file and a test', () => {
    expect(listWith({})).toEqual([]);
  });

  it('has a row for every line with content', () => {
    expect(listWith({ rows: [told] })).toEqual([
      expect.stringMatching(/:4: is in no row of .*Stories are heard/),
    ]);
  });

  it('has a test for every line of a row, not only for one of them', () => {
    const both: Row = { lines: '3-4', what: 'Both', builtIn: [] };
    expect(listWith({ rows: [both], titles: [proof(['L3'])] })).toEqual([
      expect.stringMatching(/L4 \(Both\) has no test/),
    ]);
  });

  it('accepts a reason instead of a test, but not beside one', () => {
    const excused = { ...heard, unproven: 'not shown' };
    expect(listWith({ rows: [told, excused], titles: [proof(['L3'])] })).toEqual([]);
    expect(listWith({ rows: [told, excused] })).toEqual([expect.stringMatching(/L4 is called unproven/)]);
  });

  it('refuses a test that names a line or a decision that does not exist', () => {
    expect(listWith({ titles: [proof(['L3', 'L4', 'L1', 'L99', 'D07'])] })).toEqual([
      expect.stringMatching(/a\.test\.ts:1: names L1,/),
      expect.stringMatching(/a\.test\.ts:1: names L99,/),
      expect.stringMatching(/a\.test\.ts:1: names D07,/),
    ]);
  });

  it('has decisions of its own, which need tests too', () => {
    const decided: Row = { decision: 'D07', what: 'Opaque sessions', builtIn: [] };
    expect(listWith({ rows: [told, heard, decided] })).toEqual([expect.stringMatching(/D07 .* has no test/)]);
    expect(listWith({ rows: [told, heard, decided], titles: [proof(['L3', 'L4', 'D07'])] })).toEqual([]);
  });

  it('refuses a line in two rows, and a row of a heading', () => {
    expect(listWith({ rows: [told, heard, heard] })).toEqual([expect.stringMatching(/L4 is in 2 rows/)]);
    expect(listWith({ rows: [told, heard, { lines: '1', what: 'Heading', builtIn: [] }] })).toEqual([
      expect.stringMatching(/L1 is no line that says something/),
    ]);
  });

  it('refuses missing and ambiguous files', () => {
    const files = ['apps/web/src/tell.ts', 'apps/admin/src/tell.ts'];
    expect(listWith({ files })).toEqual([
      expect.stringMatching(/tell\.ts may be .* or /),
      expect.stringMatching(/there is no file stories\/hear\.ts/),
    ]);
  });
});
