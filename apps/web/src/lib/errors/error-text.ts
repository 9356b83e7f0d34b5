import { isErrorCode } from '@relato/contract/errors';
import { TRPCClientError } from '@trpc/client';
import {
  errorText,
  fallbackErrorText,
  timeoutErrorText,
  networkErrorText,
  tooManyText,
} from '../../messages/errors.ts';
import { getErrorCode, getErrorData, isTimedOut, isObject, isUnanswered } from './error-data.ts';

/** The Spanish text for an error, whatever it is. */
export function toErrorText(error: unknown): string {
  const code = getErrorCode(error);
  const waitSeconds = getErrorData(error)?.retryAfterSeconds;
  if (code === 'RATE_LIMITED' && typeof waitSeconds === 'number') return tooManyText(waitSeconds);
  if (code) return errorText[code];
  if (!isUnanswered(error)) return fallbackErrorText;
  if (isTimedOut(error)) return timeoutErrorText;
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
