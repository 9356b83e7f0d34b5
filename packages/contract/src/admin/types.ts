import type { ProfileSummary } from '../profiles/types.ts';

export const moderationActions = [
  'review-reports',
  'resolve-reports',
  'dismiss-reports',
  'hide-story',
  'restore-story',
  'remove-comment',
  'suspend-user',
  'restore-user',
  'set-role',
  'grant-appeal',
  'reject-appeal',
  'set-flags',
  'retry-inspection',
  'drop-inspection',
  'retry-transcription',
  'retry-mail',
  'drop-mail',
  'repair-counters',
] as const;
export type ModerationAction = (typeof moderationActions)[number];
export const moderationTargets = [
  'story',
  'comment',
  'user',
  'recording',
  'mail',
  'settings',
  'counters',
] as const;
export type ModerationTarget = (typeof moderationTargets)[number];

export interface ModerationLogEntry {
  readonly id: string;
  /** Null for a deleted account, and for an action taken on the server itself. */
  readonly actor: ProfileSummary | null;
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  /** Null if the target is no user, or its account is deleted. */
  readonly targetUsername: string | null;
  readonly reason: string | null;
  readonly createdAt: Date;
}

export interface ModerationStats {
  readonly users: { readonly total: number; readonly suspended: number };
  readonly stories: { readonly total: number; readonly published: number; readonly hidden: number };
  readonly comments: number;
  readonly audioBytes: number;
  readonly reports: { readonly pending: number; readonly reviewing: number };
  readonly openAppeals: number;
  readonly failedInspections: number;
  readonly failedTranscriptions: number;
  readonly jobs: {
    readonly queued: number;
    readonly active: number;
    readonly failed: number;
    /** Jobs that should remove deleted objects from the store and have failed so far. */
    readonly failingDeletions: number;
  };
}

/** A mail that the mail server refused for good, or did not accept within a day. */
export interface FailedMail {
  readonly id: string;
  readonly kind: string;
  /** Null if the account is deleted. */
  readonly to: string | null;
  /** Null if the process was killed. */
  readonly error: string | null;
  readonly failedAt: Date;
}

export type CounterName =
  | 'upvotes'
  | 'downvotes'
  | 'score'
  | 'comments'
  | 'posts'
  | 'followers'
  | 'following';

/** A counter whose stored value differs from a recount. */
export interface CounterDifference {
  readonly counter: CounterName;
  /** The id of a story or of a user. */
  readonly id: string;
  readonly stored: number;
  readonly counted: number;
}
export interface CounterCheck {
  readonly total: number;
  /** The first differences, at most `limits.counters.shownDifferences`. */
  readonly differences: readonly CounterDifference[];
}
