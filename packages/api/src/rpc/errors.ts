import { DomainError, type ErrorCode } from '@relato/contract';
import { isDatabaseUnavailable, isDeadlock, isMissingRow } from '@relato/db';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';

type TransportCode = TRPCError['code'];

/** Codes whose status is not BAD_REQUEST. */
const transportCodes: Partial<Record<ErrorCode, TransportCode>> = {
  UNAUTHENTICATED: 'UNAUTHORIZED',
  INVALID_CREDENTIALS: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  FOREIGN_ORIGIN: 'FORBIDDEN',
  EMAIL_NOT_CONFIRMED: 'FORBIDDEN',
  ACCOUNT_SUSPENDED: 'FORBIDDEN',
  PROFILE_INCOMPLETE: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  STORY_NOT_FOUND: 'NOT_FOUND',
  SUBJECT_NOT_FOUND: 'NOT_FOUND',
  RECORDING_NOT_FOUND: 'NOT_FOUND',
  UPLOAD_NOT_FOUND: 'NOT_FOUND',
  COMMENT_NOT_FOUND: 'NOT_FOUND',
  CORRECTION_NOT_FOUND: 'NOT_FOUND',
  EXPLANATION_NOT_FOUND: 'NOT_FOUND',
  COLLECTION_NOT_FOUND: 'NOT_FOUND',
  QUESTION_NOT_FOUND: 'NOT_FOUND',
  WATCHED_LIST_NOT_FOUND: 'NOT_FOUND',
  WATCHED_LIST_UNTRIED: 'CONFLICT',
  STORY_FROZEN: 'CONFLICT',
  FREEZE_NOT_FOUND: 'NOT_FOUND',
  FREEZE_PROLONGED: 'CONFLICT',
  COLLECTION_NAME_TAKEN: 'CONFLICT',
  PROFILE_NOT_FOUND: 'NOT_FOUND',
  PROFILE_UNAVAILABLE: 'FORBIDDEN',
  COMMENTS_MEMBERS_ONLY: 'FORBIDDEN',
  COMMENTS_FOLLOWERS_ONLY: 'FORBIDDEN',
  COMMENTS_CLOSED: 'FORBIDDEN',
  COMMENT_DUPLICATE: 'CONFLICT',
  RECORDING_NOT_OWN: 'FORBIDDEN',
  SESSION_NOT_FRESH: 'FORBIDDEN',
  PASSWORD_WRONG: 'FORBIDDEN',
  EMAIL_IN_USE: 'CONFLICT',
  CONFLICT: 'CONFLICT',
  APPEAL_OWN_DECISION: 'FORBIDDEN',
  LAST_ADMINISTRATOR: 'CONFLICT',
  OAUTH_EMAIL_IN_USE: 'CONFLICT',
  IDENTITY_IN_USE: 'CONFLICT',
  IDENTITY_LAST: 'CONFLICT',
  USERNAME_TAKEN: 'CONFLICT',
  USERNAME_TOO_MANY: 'CONFLICT',
  ANONYMOUS_NAME_TAKEN: 'CONFLICT',
  STORY_EXISTS: 'CONFLICT',
  RECORDING_NOT_READY: 'CONFLICT',
  RECORDING_ALREADY_SAVED: 'CONFLICT',
  UPLOAD_CONFLICT: 'CONFLICT',
  TRANSCRIPTION_OFF: 'PRECONDITION_FAILED',
  AUDIO_TOO_BIG: 'PAYLOAD_TOO_LARGE',
  STORAGE_FULL: 'PAYLOAD_TOO_LARGE',
  BODY_TOO_BIG: 'PAYLOAD_TOO_LARGE',
  RATE_LIMITED: 'TOO_MANY_REQUESTS',
  MAILED_ENOUGH: 'TOO_MANY_REQUESTS',
  SIGN_IN_LOCKED: 'TOO_MANY_REQUESTS',
  COMMENTS_BUSY: 'TOO_MANY_REQUESTS',
  NETWORK_FULL: 'TOO_MANY_REQUESTS',
  DISK_FULL: 'SERVICE_UNAVAILABLE',
  UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  SEARCH_BUSY: 'SERVICE_UNAVAILABLE',
  INTERNAL: 'INTERNAL_SERVER_ERROR',
};

const transportCodeOf = (code: ErrorCode): TransportCode => transportCodes[code] ?? 'BAD_REQUEST';

/** Returns whether an error says that the target does not exist, or that the viewer may not see it. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof DomainError && transportCodeOf(error.code) === 'NOT_FOUND';

/**
 * Returns the HTTP status of a code, for routes that are not procedures. tRPC has no name for 507, Insufficient
 * Storage.
 */
export const transportStatusOf = (code: ErrorCode): number =>
  code === 'DISK_FULL' ? 507 : getHTTPStatusCodeFromError(new TRPCError({ code: transportCodeOf(code) }));

/**
 * Gives a domain error, or one of an unreachable database, its transport status. Returns null for unforeseen errors.
 */
export function toTransportError(error: unknown): TRPCError | null {
  if (error instanceof DomainError) {
    return new TRPCError({ code: transportCodeOf(error.code), message: error.code, cause: error });
  }
  if (isMissingRow(error) || isDeadlock(error)) {
    // The row or the account was deleted between the read and the write, or a concurrent transaction changed the same
    // rows first.
    return new TRPCError({
      code: 'CONFLICT',
      message: 'CONFLICT',
      cause: new DomainError('CONFLICT', { cause: error }),
    });
  }
  if (!isDatabaseUnavailable(error)) return null;
  return new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: 'UNAVAILABLE', cause: error });
}
