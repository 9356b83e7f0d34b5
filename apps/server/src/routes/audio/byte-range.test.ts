import { expect, it } from 'vitest';
import { parseByteRange } from './byte-range.ts';

it.each<readonly [string | undefined, ReturnType<typeof parseByteRange>]>([
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=100-', { start: 100, end: 999 }],
  ['bytes=-10', { start: 990, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=999-999', { start: 999, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=5000-6000', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ...[
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'lines=0-1',
    'bytes=0-1,5-6',
    'bytes=9-1',
    'bytes=0x1-2',
  ].map((header) => [header, null] as const),
  [`bytes=0-${'9'.repeat(30)}`, null],
])('the range %s of 1000 bytes is %o', (header, range) => {
  expect(parseByteRange(header, 1000)).toEqual(range);
});
