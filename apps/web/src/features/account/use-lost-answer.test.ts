import { TRPCClientError } from '@trpc/client';
import { expect, it } from 'vitest';
import { runHook } from '../../lib/testing/run-hook.tsx';
import { useLostAnswer } from './use-lost-answer.ts';

const lost = new TRPCClientError('Failed to fetch');
const refused = (errorCode: string) =>
  TRPCClientError.from({ error: { code: -32_000, message: '', data: { errorCode } } });
const open = () =>
  runHook(
    () => useLostAnswer('LINK_USED', 'LINK_INVALID'),
    () => null,
  ).result;

it.each(['LINK_USED', 'LINK_INVALID'])('takes %s for success after a lost answer', (code) => {
  const hasWorked = open();
  expect(hasWorked(refused(code))).toBe(false);
  expect(hasWorked(lost)).toBe(false);
  expect(hasWorked(refused(code))).toBe(true);
  expect(hasWorked(refused('PASSWORD_WRONG'))).toBe(false);
  expect(hasWorked(refused(code))).toBe(false);
});

it('takes a refusal of another input for what it is', () => {
  const hasWorked = open();
  hasWorked(lost, 'one');
  expect(hasWorked(refused('LINK_USED'), 'two')).toBe(false);
  expect(hasWorked(refused('LINK_USED'), 'one')).toBe(true);
});
