import { transportStatusOf } from '@relato/api';
import { DomainError, RateLimitedError, type ErrorCode } from '@relato/contract';
import { isDatabaseUnavailable } from '@relato/db';
import { StorageError } from '@relato/storage';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

export interface Refusal {
  readonly status: ContentfulStatusCode;
  readonly body: { readonly error: ErrorCode };
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers of each 503, because a busy or unreachable part may be back soon. */
export const retrySoon = { 'Retry-After': '2' } as const;

/** Returns the answer to a request that failed. The text of an error never leaves the server. */
export function toRefusal(error: unknown): Refusal {
  const code = toCode(error);
  return {
    status: transportStatusOf(code) as ContentfulStatusCode, // each code has the status of an error, which has a body
    body: { error: code },
    headers: error instanceof RateLimitedError ? { 'Retry-After': String(error.retryAfterSeconds) } : {},
  };
}

function toCode(error: unknown): ErrorCode {
  if (error instanceof DomainError) return error.code;
  if (isDatabaseUnavailable(error)) return 'UNAVAILABLE';
  if (!(error instanceof StorageError)) return 'INTERNAL';
  // The object of a row must exist, so its absence is an error of the server.
  return (
    { full: 'DISK_FULL', unavailable: 'UNAVAILABLE', failed: 'UNAVAILABLE', missing: 'INTERNAL' } as const
  )[error.reason];
}
