import type { ErrorCode } from '@relato/contract/errors';
import { expect } from 'vitest';

/** Fails unless the call is refused with this code. */
export const expectRefusal = (call: Promise<unknown>, code: ErrorCode): Promise<void> =>
  expect(call).rejects.toEqual(errorCode(code));

/**
 * Matches a DomainError, and the TRPCError or client error made from it, by its code. Does not match an Error that only has
 * the code as its text, because a client would get a 500.
 */
export const errorCode = (code: ErrorCode): unknown =>
  expect.toSatisfy((error: unknown) => {
    const { message, code: own, cause, data } = error as ErrorShape;
    return message === code && [own, cause?.code, data?.errorCode].includes(code);
  }, `an error with the code ${code}`);

/** Resolves with the error of the work, which must fail. */
export const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('the work should have failed'),
    (error: unknown) => error,
  );

interface ErrorShape {
  readonly message?: string;
  readonly code?: string;
  readonly cause?: { readonly code?: string };
  readonly data?: { readonly errorCode?: string };
}
