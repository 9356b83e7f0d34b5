import type { ProfileSummary } from '../profiles/types.ts';

/** A moderator saw or heard content that is not public. */
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
  'let-story-in',
  'freeze-story',
  'prolong-freeze',
  'end-freeze',
  'remove-comment',
  'remove-explanation',
  'suspend-user',
  'restore-user',
  'clear-profile',
  'set-role',
  'grant-appeal',
  'reject-appeal',
  'set-flags',
  'announce',
  'end-announcement',
  'save-watched-list',
  'try-watched-list',
  'start-watched-list',
  'stop-watched-list',
  'delete-watched-list',
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
  'explanation',
  'user',
  'recording',
  'transcripts',
  'job',
  'settings',
  'counters',
  'watched-list',
] as const;
export type ModerationTarget = (typeof moderationTargets)[number];

export interface ModerationLogEntry {
  readonly id: string;
  /** Null for a deleted account, and for an action on the server itself. */
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
    /** Jobs that failed permanently and wait for an administrator. */
    readonly failed: number;
    /** Jobs that remove deleted objects from the store, or deleted transcripts at the provider, and that have failed so far. */
    readonly failingDeletions: number;
  };
}

/**
 * Exact up to `adminLimits.overview.countedRows`. Past them, an estimate of the database, which costs nothing, or, without an
 * estimate, only that there are more than `count`.
 */
export interface RowCount {
  readonly count: number;
  readonly precision: 'exact' | 'estimate' | 'more';
}

/** The jobs of a queue. */
export interface QueueState {
  readonly waiting: number;
  /** The time for which the oldest due job has been due. */
  readonly oldestSeconds: number;
  /** Permanently failed jobs. Null for queues that cannot be counted fast. */
  readonly failed: number | null;
}

/**
 * The most important figures for an operator. Each part is read separately, and is null if that failed, so that the other
 * parts still show.
 */
export interface Overview {
  readonly users: { readonly total: RowCount; readonly newThisWeek: RowCount } | null;
  readonly stories: {
    readonly public: RowCount;
    /** Stories that are private, for one person, or hidden. */
    readonly others: RowCount;
    /** Recordings under inspection. */
    readonly waiting: RowCount;
    /** Recordings whose inspection failed, which wait for an administrator. */
    readonly unchecked: RowCount;
  } | null;
  /** Null without an open case. */
  readonly moderation: {
    readonly oldestReportSeconds: number | null;
    readonly oldestAppealSeconds: number | null;
  } | null;
  readonly disk: { readonly freeBytes: number; readonly bytes: number } | null;
  readonly database: { readonly bytes: number } | null;
  /** The trends of both over the last days. */
  readonly trends: { readonly disk: SpaceTrend; readonly database: SpaceTrend } | null;
  /** The name of the transcriber, or `none`. */
  readonly engine: string;
  readonly queues: {
    readonly transcriptions: QueueState;
    readonly mails: QueueState;
    readonly pushes: QueueState;
  } | null;
  /** `ageSeconds` is null without any backup. */
  readonly backup: { readonly ageSeconds: number | null } | null;
}

/** The figures of a day of UTC. Null for what was not known on that day. */
export interface DayFigures {
  readonly day: string;
  readonly diskUsedBytes: number | null;
  readonly databaseBytes: number;
  readonly users: number | null;
  readonly stories: number | null;
  readonly publicStories: number | null;
  /** Zero without an open report. */
  readonly oldestReportSeconds: number | null;
}

/** The growth of a space that is measured once a day. */
export interface SpaceTrend {
  /** The number of measured days. */
  readonly days: number;
  /** Null for fewer days than `adminLimits.space.minDays`. */
  readonly bytesPerDay: number | null;
  /** The day on which the free space ends. Null if that is too far, or never. */
  readonly fullOn: string | null;
}

/** The row of the settings with the time of the last complete backup. */
export const lastBackupKey = 'last-backup';

/** The kinds of work outside of requests. */
export const jobNames = [
  'inspect-recording',
  'transcribe-recording',
  'measure-loudness',
  'delete-objects',
  'send-mail',
  'forget-transcript',
  'make-mp3',
  'send-push',
  'watch-story',
] as const;
export type JobName = (typeof jobNames)[number];

/**
 * A job that failed permanently and waits for an administrator, such as a mail that the mail server refused. Failed
 * inspections and transcriptions wait with their recordings instead.
 */
export interface FailedJob {
  readonly id: string;
  readonly job: JobName;
  /** The target, such as the id of a recording, or the kind and address of a mail. */
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
  /** The first differences, at most `adminLimits.counters.shownDifferences`. */
  readonly differences: readonly CounterDifference[];
}

/** An entry of the register of exports and deletions of accounts, which names no user. */
export interface RegisterEntry {
  readonly id: string;
  readonly kind: RegisterKind;
  /** The number of files in an export, or of stories, recordings and comments in a deletion. */
  readonly things: number;
  readonly createdAt: Date;
}
export type RegisterKind = 'export' | 'deletion';

/** The checks of the doctor, in this order. */
export const doctorChecks = [
  'address',
  'tls',
  'proxy',
  'mail',
  'storage',
  'clock',
  'disk',
  'transcription',
  'backup',
  'migrations',
  'push',
] as const;
export type DoctorCheck = (typeof doctorChecks)[number];

/** The result of one check of the doctor. */
export interface Finding {
  readonly check: DoctorCheck;
  /** The state that the check found. */
  readonly found: string;
  /** The remedy. Null if all is well. */
  readonly advice: string | null;
}

/** The address that the command line claims in X-Forwarded-For for the doctor. It belongs to no network (RFC 5737). */
export const claimedNetwork = '203.0.113.7';
