import type { ProfileSummary } from '../profiles/types.ts';

/** A moderator saw or heard something that is not public. */
export const lookActions = ['read-story', 'hear-story'] as const;
export type LookAction = (typeof lookActions)[number];
export const moderationActions = [
  ...lookActions,
  'assign-reports',
  'review-reports',
  'resolve-reports',
  'dismiss-reports',
  'hide-story',
  'restore-story',
  'remove-comment',
  'suspend-user',
  'restore-user',
  'clear-profile',
  'set-role',
  'grant-appeal',
  'reject-appeal',
  'set-flags',
  'retry-inspection',
  'drop-inspection',
  'retry-transcription',
  'repeat-transcriptions',
  'retry-job',
  'drop-job',
  'repair-counters',
  'repair-storage',
] as const;
export type ModerationAction = (typeof moderationActions)[number];
export const moderationTargets = [
  'story',
  'comment',
  'user',
  'recording',
  'transcripts',
  'job',
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
    /** Jobs that failed for good and wait for an administrator. */
    readonly failed: number;
    /** Jobs that should remove deleted objects from the store and have failed so far. */
    readonly failingDeletions: number;
  };
}

/** The kinds of work that is done outside of requests. */
export const jobNames = [
  'inspect-recording',
  'transcribe-recording',
  'delete-objects',
  'send-mail',
  'forget-transcript',
  'make-mp3',
  'send-push',
] as const;
export type JobName = (typeof jobNames)[number];

/**
 * A job that failed for good and waits for an administrator, such as a mail that the mail server refused. Failed
 * inspections and transcriptions wait with their recordings instead.
 */
export interface FailedJob {
  readonly id: string;
  readonly job: JobName;
  /** The target: the id of a recording, the kind and address of a mail, and so on. */
  readonly about: string;
  /** The message of the last attempt. Null if its process was killed. */
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
