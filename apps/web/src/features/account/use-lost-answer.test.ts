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

const answered = (errorCode: string, httpStatus: number) =>
  TRPCClientError.from({ error: { code: -32_000, message: '', data: { errorCode, httpStatus } } });

it('counts an error of the server as a lost answer', () => {
  const hasWorked = open();
  expect(hasWorked(answered('UNAVAILABLE', 503))).toBe(false);
  expect(hasWorked(refused('LINK_USED'))).toBe(true);
});

it('keeps a lost answer in mind past a limit, before which nothing was looked at', () => {
  const hasWorked = open();
  hasWorked(lost);
  expect(hasWorked(answered('RATE_LIMITED', 429))).toBe(false);
  expect(hasWorked(refused('LINK_USED'))).toBe(true);
});

it('takes a refusal of another input for what it is', () => {
  const hasWorked = open();
  hasWorked(lost, 'one');
  expect(hasWorked(refused('LINK_USED'), 'two')).toBe(false);
  expect(hasWorked(refused('LINK_USED'), 'one')).toBe(true);
});
