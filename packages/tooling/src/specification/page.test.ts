import { expect, it } from 'vitest';
import { writePage } from './page.ts';

const rows = [
  { lines: '3-4', what: 'Telling', builtIn: ['tell.ts', 'hear.ts'], note: 'see [0001](decisions/0001.md)' },
  { lines: '6', what: 'Storing', builtIn: [], unproven: 'not shown' },
  { decision: 'D01', what: 'This | that', builtIn: ['tell.ts'] },
];
const titles = [
  { file: 'apps/web/src/stories/tell.test.ts', line: 1, text: 'tells', ids: ['L4'] },
  { file: 'apps/web/src/stories/tell.test.ts', line: 2, text: 'tells on', ids: ['L3', 'D01'] },
  { file: 'packages/api/src/tell.test.ts', line: 3, text: 'is told', ids: ['L3'] },
];

it('lists each row with its files and the tests that carry its ids', () => {
  const page = writePage([{ title: '1. All', rows }], titles);
  expect(page.slice(page.indexOf('## '))).toBe(
    [
      '## 1. All',
      '',
      '| Lines | What | Built in | Fails without it |',
      '|---|---|---|---|',
      '| 3–4 | Telling | `tell.ts`, `hear.ts`; see [0001](decisions/0001.md) | `stories/tell.test.ts` “tells”, “tells on”<br>`src/tell.test.ts` “is told” |',
      '| 6 | Storing | — | — not shown |',
      String.raw`| D01 | This \| that | ` + '`tell.ts` | `stories/tell.test.ts` “tells on” |',
      '',
    ].join('\n'),
  );
});
