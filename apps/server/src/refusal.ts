import { transportStatusOf } from '@relato/api';
import { DomainError, RateLimitedError, type ErrorCode } from '@relato/contract';
import { isDatabaseUnavailable } from '@relato/db';

export interface Refusal {
  readonly status: number;
  readonly body: { readonly error: ErrorCode };
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the answer to a request that failed. The text of an error never leaves the server. */
export function toRefusal(error: unknown): Refusal {
  const failure = isDatabaseUnavailable(error) ? 'UNAVAILABLE' : 'INTERNAL';
  const code = error instanceof DomainError ? error.code : failure;
  return {
    status: transportStatusOf(code),
    body: { error: code },
    headers: error instanceof RateLimitedError ? { 'Retry-After': String(error.retryAfterSeconds) } : {},
  };
}
