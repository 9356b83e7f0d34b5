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
  /** Null for an account that is gone, and for what was done at the server itself. */
  readonly actor: ProfileSummary | null;
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  /** Of a person; null for everything else and for an account that is gone. */
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
    /** Of what was deleted, jobs that did not succeed yet in removing it from the store. */
    readonly failingDeletions: number;
  };
}

/** A mail that the mail server did not take for good, or not within a day. */
export interface FailedMail {
  readonly id: string;
  /** What it is about. */
  readonly kind: string;
  /** Null when its account is gone. */
  readonly to: string | null;
  /** Null when its process was killed. */
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

/** A counter that does not say what there is. */
export interface CounterDifference {
  readonly counter: CounterName;
  /** Of a story or a person. */
  readonly id: string;
  readonly stored: number;
  readonly counted: number;
}
export interface CounterCheck {
  readonly total: number;
  /** The first of them. */
  readonly differences: readonly CounterDifference[];
}
