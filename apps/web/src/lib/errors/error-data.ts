import type { ErrorCode } from '@relato/contract/errors';
import { TRPCClientError } from '@trpc/client';
import { isTimeout } from '../calls/fetch-with-timeout.ts';

interface ErrorData {
  readonly httpStatus?: unknown;
  readonly errorCode?: unknown;
  readonly fieldErrors?: unknown;
  readonly happened?: unknown;
  readonly storyId?: unknown;
  readonly retryAfterSeconds?: unknown;
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the data that our formatter adds to a procedure's error; null for any other error. */
export function getErrorData(error: unknown): ErrorData | null {
  if (!(error instanceof TRPCClientError)) return null;
  const data: unknown = error.data;
  return isObject(data) ? data : null;
}

/**
 * Returns the stable code of a procedure's error; null if the server did not answer in our format. The list of all codes is
 * not in the first load, so this also returns a code that only a newer server knows, which equals none of ours.
 */
export function getErrorCode(error: unknown): ErrorCode | null {
  const code = getErrorData(error)?.errorCode;
  return typeof code === 'string' ? (code as ErrorCode) : null; // callers that need a text check `isErrorCode`
}

/** Returns whether our server did not answer: no network, a proxy's page, a restarting server. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof TRPCClientError && getErrorData(error) === null;

export const isTimedOut = (error: unknown): boolean =>
  error instanceof TRPCClientError && isTimeout(error.cause);

export function isTransientError(error: unknown): boolean {
  const status = getErrorData(error)?.httpStatus;
  return isUnanswered(error) || (typeof status === 'number' && status >= 500);
}
