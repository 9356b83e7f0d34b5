import { expect, it } from 'vitest';
import { listUnknown } from './licences.ts';

it('a library with a licence that is not in the list is named', () => {
  const found = { MIT: [{ name: 'hono' }], 'GPL-3.0': [{ name: 'other' }] };
  expect(listUnknown(found, ['MIT'])).toEqual(['other: GPL-3.0 is not in the list.']);
  expect(listUnknown(found, ['MIT', 'GPL-3.0'])).toEqual([]);
});
