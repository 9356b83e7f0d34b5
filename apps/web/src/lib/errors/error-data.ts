import { isErrorCode, type ErrorCode } from '@relato/contract/errors';
import { TRPCClientError } from '@trpc/client';
import { isTimeout } from '../calls/fetch-with-timeout.ts';

interface ErrorData {
  readonly httpStatus?: unknown;
  readonly errorCode?: unknown;
  readonly fieldErrors?: unknown;
  readonly happened?: unknown;
  readonly retryAfterSeconds?: unknown;
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What our formatter put into a procedure's error; null for anything else. */
export function getErrorData(error: unknown): ErrorData | null {
  if (!(error instanceof TRPCClientError)) return null;
  const data: unknown = error.data;
  return isObject(data) ? data : null;
}

/** The stable code of a procedure's error; null when the server never answered in our form. */
export function getErrorCode(error: unknown): ErrorCode | null {
  const code = getErrorData(error)?.errorCode;
  return isErrorCode(code) ? code : null;
}

/** The request got no answer of ours at all: no network, a proxy's page, a server that is restarting. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof TRPCClientError && getErrorData(error) === null;

/** The request got no answer in all the time that it had. */
export const isTimedOut = (error: unknown): boolean =>
  error instanceof TRPCClientError && isTimeout(error.cause);

/** Worth a retry: it may pass by itself. */
export function isTransientError(error: unknown): boolean {
  const status = getErrorData(error)?.httpStatus;
  return isUnanswered(error) || (typeof status === 'number' && status >= 500);
}
