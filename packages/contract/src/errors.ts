import type { StoryId } from './ids.ts';

/** Stable codes that a client maps to texts. A code never changes its name or meaning. */
export const errorCodes = [
  // Any procedure or route
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
  'FOREIGN_ORIGIN',
  'BODY_TOO_BIG',
  // Accounts
  'USERNAME_REQUIRED',
  'USERNAME_TOO_SHORT',
  'USERNAME_TOO_LONG',
  'USERNAME_INVALID',
  'USERNAME_TAKEN',
  'USERNAME_RESERVED',
  'USERNAME_TOO_MANY',
  'EMAIL_INVALID',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_COMMON',
  'PASSWORD_PERSONAL',
  'PASSWORD_REQUIRED',
  'PASSWORD_WRONG',
  'EMAIL_UNCHANGED',
  'EMAIL_IN_USE',
  'CONFIRMATION_REQUIRED',
  'TERMS_NOT_ACCEPTED',
  'AGE_NOT_CONFIRMED',
  'INVALID_CREDENTIALS',
  'EMAIL_NOT_CONFIRMED',
  'ACCOUNT_SUSPENDED',
  'PROFILE_INCOMPLETE',
  'LINK_INVALID',
  'LINK_EXPIRED',
  'LINK_USED',
  'LINK_NEEDS_PASSWORD',
  'MAILED_ENOUGH',
  'SIGN_IN_LOCKED',
  'OAUTH_DENIED',
  'OAUTH_EXPIRED',
  'OAUTH_FAILED',
  'OAUTH_EMAIL_IN_USE',
  'IDENTITY_IN_USE',
  'IDENTITY_LAST',
  'SESSION_NOT_FRESH',
  // Recordings
  'RECORDING_NOT_FOUND',
  'RECORDING_NOT_OWN',
  'RECORDING_NOT_READY',
  'RECORDING_ALREADY_SAVED',
  'STORAGE_FULL',
  'NETWORK_FULL',
  'DISK_FULL',
  'AUDIO_EMPTY',
  'AUDIO_NOT_AUDIO',
  'AUDIO_TRUNCATED',
  'AUDIO_UNDECODABLE',
  'AUDIO_MOSTLY_MISSING',
  'AUDIO_TOO_LONG',
  'AUDIO_TOO_BIG',
  'UPLOAD_INVALID',
  'UPLOAD_NOT_FOUND',
  'UPLOAD_CONFLICT',
  // Transcription
  'TRANSCRIPTION_OFF',
  // Stories
  'STORY_NOT_FOUND',
  'SUBJECT_NOT_FOUND',
  'STORY_EXISTS',
  'TITLE_REQUIRED',
  'VOICES_NOT_AGREED',
  'TITLE_TOO_LONG',
  'TRANSCRIPT_TOO_LONG',
  'TAG_REQUIRED',
  'TAG_TOO_LONG',
  'TAG_DUPLICATE',
  'TAGS_TOO_MANY',
  'SEARCH_TOO_LONG',
  'SEARCH_BUSY',
  'CURSOR_INVALID',
  // Comments
  'COMMENT_REQUIRED',
  'COMMENT_TOO_LONG',
  'COMMENT_DUPLICATE',
  'COMMENT_NOT_FOUND',
  'COMMENTS_MEMBERS_ONLY',
  'COMMENTS_FOLLOWERS_ONLY',
  'COMMENTS_CLOSED',
  'ANONYMOUS_NAME_TOO_LONG',
  'ANONYMOUS_NAME_TAKEN',
  'COMMENTS_BUSY',
  // Profiles, follows, blocks and reports
  'PROFILE_NOT_FOUND',
  'ABOUT_TOO_LONG',
  'PHOTO_INVALID',
  'PROFILE_UNAVAILABLE',
  'FOLLOW_SELF',
  'FOLLOWED_TAGS_TOO_MANY',
  'BLOCKS_TOO_MANY',
  'MUTED_WORD_INVALID',
  'MUTED_WORDS_TOO_MANY',
  'TOLD_TOO_MANY',
  'REPORT_REASON_REQUIRED',
  'LIST_NAME_INVALID',
  'WATCHED_WORD_INVALID',
  'WATCHED_WORD_PATTERN',
  'WATCHED_WORDS_TOO_MANY',
  'WATCHED_LIST_NOT_FOUND',
  'WATCHED_LISTS_TOO_MANY',
  'WATCHED_LIST_UNTRIED',
  'STORY_FROZEN',
  'FREEZE_NOT_FOUND',
  'FREEZE_CASE_INVALID',
  'FREEZE_DATE_INVALID',
  'FREEZE_PROLONGED',
  // Collections
  'COLLECTION_NOT_FOUND',
  'COLLECTION_NAME_REQUIRED',
  'COLLECTION_NAME_TOO_LONG',
  'COLLECTION_NAME_TAKEN',
  'COLLECTIONS_TOO_MANY',
  'COLLECTION_FULL',
  // Questions
  'QUESTION_REQUIRED',
  'QUESTION_TOO_LONG',
  'QUESTION_NOT_FOUND',
  'QUESTIONS_TOO_MANY',
  'QUESTION_EXPIRED',
  'QUESTION_WITHDRAWN',
  'QUESTION_ANSWERED',
  'REPLY_TOO_LONG',
  'REPLIES_TOO_MANY',
  'REPLY_BEFORE_FIRST',
  // Reactions
  'REACTION_WORDS_CHANGED',
  'REACTIONS_TOO_MANY',
  // Corrections
  'CORRECTION_REQUIRED',
  'CORRECTION_TOO_LONG',
  'CORRECTION_NOT_SPOKEN',
  'CORRECTION_UNCHANGED',
  'CORRECTION_WORDS_CHANGED',
  'CORRECTION_NOT_FOUND',
  'CORRECTIONS_TOO_MANY',
  'EXPLANATION_REQUIRED',
  'EXPLANATION_TOO_LONG',
  'EXPLANATION_NOT_PLAIN',
  'EXPLANATION_REGIONS',
  'EXPLANATION_NOT_A_WORD',
  'EXPLANATION_NOT_FOUND',
  'EXPLANATIONS_TOO_MANY',
  // Moderation
  'REASON_REQUIRED',
  'REASON_TOO_LONG',
  'APPEAL_REQUIRED',
  'APPEAL_TOO_LONG',
  'APPEAL_OWN_DECISION',
  'LAST_ADMINISTRATOR',
  'ANNOUNCEMENT_REQUIRED',
  'ANNOUNCEMENT_TOO_LONG',
  'ANNOUNCEMENT_PAST',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

const known: ReadonlySet<string> = new Set(errorCodes);
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && known.has(value);

/** The reasons why an upload, an inspection or an administrator refuses a recording. */
export const refusalCodes = [
  'AUDIO_EMPTY',
  'AUDIO_NOT_AUDIO',
  'AUDIO_TRUNCATED',
  'AUDIO_UNDECODABLE',
  'AUDIO_MOSTLY_MISSING',
  'AUDIO_TOO_LONG',
  'AUDIO_TOO_BIG',
] as const satisfies readonly ErrorCode[];
export type RefusalCode = (typeof refusalCodes)[number];

const refusals: ReadonlySet<string> = new Set(refusalCodes);
export const isRefusalCode = (value: unknown): value is RefusalCode =>
  typeof value === 'string' && refusals.has(value);

/** The refusal of a rule. The transport maps its code to a status. */
export class DomainError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'DomainError';
    this.code = code;
  }
}

/** The texts of all codes but the first name the way out. */
export type LimitCode = Extract<
  ErrorCode,
  'RATE_LIMITED' | 'MAILED_ENOUGH' | 'SIGN_IN_LOCKED' | 'COMMENTS_BUSY'
>;

/** The caller exceeded a rate limit, and may repeat the call later. */
export class RateLimitedError extends DomainError {
  declare readonly code: LimitCode;
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, code: LimitCode = 'RATE_LIMITED') {
    super(code);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns the message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the code of an error of Node, PostgreSQL or a library, such as ENOSPC or EAUTH, or an empty string. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The recording is already a story of the caller, with other data. */
export class StoryExistsError extends DomainError {
  readonly storyId: StoryId;

  constructor(storyId: StoryId) {
    super('STORY_EXISTS');
    this.storyId = storyId;
  }
}

/** An earlier action of a moderator or administrator. */
export interface PastAction {
  readonly action: string;
  /** A username; null for a deleted account. */
  readonly by: string | null;
  readonly at: Date;
  readonly reason: string | null;
}

/** Another moderator decided first. `happened` is null if the log has no entry for the change. */
export class AlreadyDecidedError extends DomainError {
  readonly happened: PastAction | null;

  constructor(happened: PastAction | null) {
    super('CONFLICT');
    this.happened = happened;
  }
}
