import type { ReportId, StoryId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';
import type { ChosenReason, ReportReason } from './reasons.ts';

/** A report goes from `pending` to `reviewing` to `resolved` (the story is hidden or kept) or `dismissed`. */
export const reportStatuses = ['pending', 'reviewing', 'resolved', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** A report as its author sees it. */
export interface OwnReport {
  readonly id: ReportId;
  /** Null if the story is deleted. */
  readonly storyId: StoryId | null;
  readonly reason: ChosenReason;
  readonly status: ReportStatus;
  readonly createdAt: Date;
}

/** A second of a recording that reports name. */
export interface ReportedPlace {
  readonly atMs: number;
  readonly count: number;
}

export const watchedFields = ['title', 'tags', 'name', 'transcript', 'comment', 'explanation'] as const;
export type WatchedField = (typeof watchedFields)[number];

/** Where a word of a list stands in a story. */
export interface WatchedFind {
  /** The name of the list. */
  readonly list: string;
  /** As the list has it: without case and accents. */
  readonly word: string;
  readonly field: WatchedField;
  /** When it is said. Null in another field, and if the times of the words are not known. */
  readonly atMs: number | null;
  /** The comment that has it, or whose author is called so. */
  readonly commentId: string | null;
  /** The explanation that has it. Missing elsewhere. */
  readonly explanationId?: string;
}

/** What a list would have found in the stories of the last days. */
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
  /** Of the words that the list has now. Null if they have not been tried. */
  readonly trial: WatchedTrial | null;
}

/** How the queue is doing, and nobody's work: cases, and the times within which 95 % of the reports of people of the last days were handled. */
export interface QueueStats {
  /** The stories with reports that are not decided. */
  readonly open: number;
  /** The first report of the oldest one. Null if there is none. */
  readonly oldestAt: Date | null;
  /** From a report to the review, and to the decision. Null if there were none. */
  readonly lookMs: number | null;
  readonly decisionMs: number | null;
}

/** All reports of one story that have one status. */
export interface ReportCase {
  readonly story: {
    readonly id: StoryId;
    /** Empty if the story is private and the viewer does not see its reported version. */
    readonly title: string;
    readonly durationMs: number;
    readonly createdAt: Date;
    /** Or a reply that all hear, or heard until it was hidden. */
    readonly published: boolean;
    readonly hidden: { readonly at: Date; readonly reason: string | null } | null;
    /** It is the first of its author, and is published unless it is hidden. */
    readonly isWaiting: boolean;
    readonly author: ProfileSummary & { readonly suspended: boolean };
  };
  /** `reviewing` as soon as a moderator reviews one of the open reports. */
  readonly status: ReportStatus;
  readonly reportsCount: number;
  readonly reasons: readonly { readonly reason: ReportReason; readonly count: number }[];
  /** Of the reports of people, in order of time. Empty if all mean the whole story. */
  readonly places: readonly ReportedPlace[];
  /** The words for which a machine put it here. Empty if people alone reported it. */
  readonly watched: readonly WatchedFind[];
  readonly firstReportAt: Date;
  readonly lastReportAt: Date;
  /** The moderator who reviews the case or decided it. */
  readonly moderator: ProfileSummary | null;
  readonly note: string | null;
  readonly decidedAt: Date | null;
  readonly viewer: {
    readonly canSuspendAuthor: boolean;
    /** Whether they see a story that waits, which only its reviewer does. */
    readonly seesWaiting: boolean;
    /** How many more stories of its author would be let in with it. */
    readonly letsInMore: number;
    /** Until when the viewer sees the reported version of a story that its author took back. Null if they do not. */
    readonly opensUntil: Date | null;
  };
}
