import { userId } from '@relato/contract';
import { errorCode } from '@relato/testing/error-code';
import { expect, it } from 'vitest';
import { requireOther } from './policy.ts';

it('requireOther throws FOLLOW_SELF only for the viewer themselves', () => {
  const id = userId.parse('019a9b3c-0000-7000-8000-000000000001');
  const other = userId.parse('019a9b3c-0000-7000-8000-000000000002');
  const viewer = { id, username: 'ana', email: null, role: 'user' } as const;
  expect(() => requireOther(viewer, id)).toThrow(errorCode('FOLLOW_SELF'));
  expect(() => requireOther(viewer, other)).not.toThrow();
});
