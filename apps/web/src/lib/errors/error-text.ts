import { isErrorCode } from '@relato/contract/errors';
import { TRPCClientError } from '@trpc/client';
import {
  errorText,
  fallbackErrorText,
  isLimitCode,
  networkErrorText,
  timeoutErrorText,
  toLimitText,
} from '../../messages/errors.ts';
import { getErrorCode, getErrorData, isTimedOut, isObject, isUnanswered } from './error-data.ts';

export { errorText };

export function toErrorText(error: unknown): string {
  const code = getErrorCode(error);
  const waitSeconds = getErrorData(error)?.retryAfterSeconds;
  if (code && isLimitCode(code) && typeof waitSeconds === 'number') return toLimitText(code, waitSeconds);
  if (isErrorCode(code)) return errorText[code];
  if (!isUnanswered(error)) return fallbackErrorText;
  if (isTimedOut(error)) return timeoutErrorText;
  return error instanceof TRPCClientError && error.cause instanceof TypeError
    ? networkErrorText
    : errorText.UNAVAILABLE;
}

/** Returns the texts by field of the refused input; empty if the error concerns no field. */
export function toFieldErrors(error: unknown): Readonly<Record<string, string>> {
  const fields = getErrorData(error)?.fieldErrors;
  if (!isObject(fields)) return {};
  const texts = Object.entries(fields).flatMap(([field, code]) =>
    isErrorCode(code) ? [[field, errorText[code]] as const] : [],
  );
  return Object.fromEntries(texts);
}
