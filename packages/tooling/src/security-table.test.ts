import { expect, it } from 'vitest';
import { toSecurityTable } from './security-table.ts';

const rows = ['SEC-01', 'SEC-07', 'SEC-36'].map((number) => ({ number, text: 'must hold' }));
const test = (title: string) => ({
  file: 'some.test.ts',
  titles: [title],
  outcome: 'passed' as const,
  messages: [],
});

it('a row holds if a test names it at the beginning of its title, in any order with other ids', () => {
  const names = ['SEC-01: SEC-07: a title', 'REL-10: L3-5, D03: SEC-36: a title'];
  expect(toSecurityTable(rows, names.map(test)).broken).toBe(0);
  expect(toSecurityTable(rows, ['mentions SEC-07', 'SEC-36 without a colon'].map(test)).broken).toBe(3);
});

it('a title that names an unknown row is reported', () => {
  const { text, broken } = toSecurityTable([], [test('REL-10: SEC-99: a title')]);
  expect([broken, text]).toEqual([1, expect.stringContaining('SEC-99 is in titles of tests')]);
});
