import { isErrorCode, type ErrorCode } from '@relato/contract/errors';
import { TRPCClientError } from '@trpc/client';
import { errorText, fallbackErrorText, networkErrorText } from '../messages/errors.ts';

interface ErrorData {
  readonly httpStatus?: unknown;
  readonly errorCode?: unknown;
  readonly fieldErrors?: unknown;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What our formatter put into a procedure's error; null for anything else. */
function getErrorData(error: unknown): ErrorData | null {
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
const isUnanswered = (error: unknown): boolean =>
  error instanceof TRPCClientError && getErrorData(error) === null;

/** Worth a retry: it may pass by itself. */
export function isTransientError(error: unknown): boolean {
  const status = getErrorData(error)?.httpStatus;
  return isUnanswered(error) || (typeof status === 'number' && status >= 500);
}

/** The Spanish text for an error, whatever it is. */
export function toErrorText(error: unknown): string {
  const code = getErrorCode(error);
  if (code) return errorText[code];
  if (!isUnanswered(error)) return fallbackErrorText;
  return error instanceof TRPCClientError && error.cause instanceof TypeError
    ? networkErrorText
    : errorText.UNAVAILABLE;
}

/** Texts by field of the input that was refused; empty when the error is of no field. */
export function toFieldErrors(error: unknown): Readonly<Record<string, string>> {
  const fields = getErrorData(error)?.fieldErrors;
  if (!isObject(fields)) return {};
  const texts = Object.entries(fields).flatMap(([field, code]) =>
    isErrorCode(code) ? [[field, errorText[code]] as const] : [],
  );
  return Object.fromEntries(texts);
}
