import type { ReportId, StoryId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';
import type { ChosenReason, ReportReason } from './reasons.ts';

/** A report goes from `pending` to `reviewing`, and then to `resolved` (the story is hidden, kept or deleted) or `dismissed`. */
export const reportStatuses = ['pending', 'reviewing', 'resolved', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** A report in the view of its author. */
export interface OwnReport {
  readonly id: ReportId;
  /** Null if the story is deleted. */
  readonly storyId: StoryId | null;
  readonly reason: ChosenReason;
  readonly status: ReportStatus;
  readonly createdAt: Date;
}

/** A reported second of a recording. */
export interface ReportedPlace {
  readonly atMs: number;
  readonly count: number;
}

export const watchedFields = ['title', 'tags', 'name', 'transcript', 'comment', 'explanation'] as const;
export type WatchedField = (typeof watchedFields)[number];

/** The place of a watched word in a story. */
export interface WatchedFind {
  /** The name of the list. */
  readonly list: string;
  /** The word in its stored form, without case and accents. */
  readonly word: string;
  readonly field: WatchedField;
  /** The time of the word. Null in other fields, and without known times of words. */
  readonly atMs: number | null;
  /** The comment that contains the word, in its text or in the name of its author. */
  readonly commentId: string | null;
  /** The explanation that contains the word. Missing in other fields. */
  readonly explanationId?: string;
}

/** The matches of a list in the stories of the last days. */
export interface WatchedTrial {
  readonly tested: number;
  readonly found: number;
  readonly examples: readonly (WatchedFind & { readonly storyId: string })[];
  readonly isDone: boolean;
}

export interface WatchedList {
  readonly name: string;
  readonly weight: number;
  readonly wordsCount: number;
  readonly isOn: boolean;
  readonly updatedAt: Date;
  /** The trial of the present words of the list. Null if there was none. */
  readonly trial: WatchedTrial | null;
}

/**
 * The state of the queue, without the work of single moderators: the cases, and the times within which 95 % of the reports
 * of people in the last days were handled.
 */
export interface QueueStats {
  /** The number of stories with undecided reports. */
  readonly open: number;
  /** The time of the oldest first report. Null without an open case. */
  readonly oldestAt: Date | null;
  /** The times from a report to its review and to its decision. Null without any. */
  readonly lookMs: number | null;
  readonly decisionMs: number | null;
}

/** All reports of one story with one status. */
export interface ReportCase {
  readonly story: {
    readonly id: StoryId;
    /** Empty if the story is private and the viewer does not see its reported version. */
    readonly title: string;
    readonly durationMs: number;
    readonly createdAt: Date;
    /** Also true for a reply that every listener could hear before it was hidden. */
    readonly published: boolean;
    readonly hidden: { readonly at: Date; readonly reason: string | null } | null;
    /** Whether it is the first story of its author, which is published unless it is hidden. */
    readonly isWaiting: boolean;
    readonly author: ProfileSummary & { readonly suspended: boolean };
  };
  /** `reviewing` as soon as a moderator reviews one of the open reports. */
  readonly status: ReportStatus;
  readonly reportsCount: number;
  readonly reasons: readonly { readonly reason: ReportReason; readonly count: number }[];
  /** The places in the reports of people, in order of time. Empty if all reports mean the whole story. */
  readonly places: readonly ReportedPlace[];
  /** The watched words that reported the story. Empty if only people reported it. */
  readonly watched: readonly WatchedFind[];
  readonly firstReportAt: Date;
  /** The moderator who reviews or decided the case. */
  readonly moderator: ProfileSummary | null;
  readonly note: string | null;
  readonly decidedAt: Date | null;
  readonly viewer: {
    readonly canSuspendAuthor: boolean;
    /** Whether the viewer sees a story that waits for approval, which only its reviewer does. */
    readonly seesWaiting: boolean;
    /** The number of further stories of its author that its approval would publish. */
    readonly letsInMore: number;
    /** The time until which the viewer sees the reported version of a withdrawn story. Null if they do not. */
    readonly opensUntil: Date | null;
  };
}
