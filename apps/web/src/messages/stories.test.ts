import type { UserId } from '@relato/contract/ids';
import { expect, it } from 'vitest';
import { toAuthorName } from './stories.ts';

it('L61, L389: the author of a story is @username, or Anónimo without one', () => {
  // A test has no Zod schema that brands the id.
  const id = 'u1' as UserId;
  expect(toAuthorName({ id, username: 'marisol' })).toBe('@marisol');
  expect(toAuthorName({ id, username: null })).toBe('Anónimo');
  expect(toAuthorName(null)).toBe('Anónimo');
});
