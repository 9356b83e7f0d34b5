import { expect, it } from 'vitest';
import { toAskAgainMs } from './draft-requests.ts';

it.each([
  ['that did not answer in time', new DOMException('late', 'TimeoutError'), 5_000],
  ['that is missing', new Error('no storage'), false],
  ['that answered', null, false],
])('asks again a storage %s', (_which, error, ms) => {
  expect(toAskAgainMs({ state: { error } })).toBe(ms);
});
