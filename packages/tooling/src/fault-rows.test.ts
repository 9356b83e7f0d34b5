import { describe, expect, it } from 'vitest';
import { readFaultRows, toTestedFaults } from './fault-rows.ts';

const rows = [
  { row: '07', fault: 'the provider is down' },
  { row: '17', fault: 'the storage is full' },
];
const test = (titles: readonly string[], outcome: 'passed' | 'failed' | 'skipped' = 'passed') => ({
  file: 'some.test.ts',
  titles,
  outcome,
  messages: outcome === 'failed' ? ['expected 1'] : [],
});

describe('the rows of reliability', () => {
  it('are all on the page', () => {
    expect(readFaultRows().map(({ row }) => Number(row))).toEqual(
      Array.from({ length: 38 }, (_, n) => n + 1),
    );
  });

  it('count the tests whose title or group begins with their number, among others', () => {
    const tests = [
      test(['REL-07: a provider', 'comes back']),
      test(['D18: REL-17: the recorder goes on']),
      test(['SEC-01, REL-17: a title']),
      test(['mentions REL-07']),
      test(['REL-07: skipped'], 'skipped'),
    ];
    expect(toTestedFaults(rows, tests)).toEqual([
      { row: '07', fault: 'the provider is down', tests: 1, problems: [] },
      { row: '17', fault: 'the storage is full', tests: 2, problems: [] },
    ]);
  });

  it('show the failures', () => {
    const [row] = toTestedFaults(rows, [test(['REL-07: a provider', 'comes back'], 'failed')]);
    expect(row?.problems).toEqual(['some.test.ts > REL-07: a provider > comes back\nexpected 1']);
  });
});
