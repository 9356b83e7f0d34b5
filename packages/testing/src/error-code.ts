import type { ErrorCode } from '@relato/contract/errors';
import { expect } from 'vitest';

/** Fails unless the call is refused with this code. */
export const expectRefusal = (call: Promise<unknown>, code: ErrorCode): Promise<void> =>
  expect(call).rejects.toEqual(errorCode(code));

/**
 * Matches a DomainError, and the TRPCError or client error made of one, by its code. An Error with the code as its text alone,
 * which a client would get as a 500, does not match.
 */
export const errorCode = (code: ErrorCode): unknown =>
  expect.toSatisfy((error: unknown) => {
    const { message, code: own, cause, data } = error as ErrorShape;
    return message === code && [own, cause?.code, data?.errorCode].includes(code);
  }, `an error with the code ${code}`);

interface ErrorShape {
  readonly message?: string;
  readonly code?: string;
  readonly cause?: { readonly code?: string };
  readonly data?: { readonly errorCode?: string };
}
