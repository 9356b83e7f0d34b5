import type { ReportId, StoryId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';
import type { ReportReason } from './reasons.ts';

/** A report goes from `pending` to `reviewing` to `resolved` (the story is hidden or kept) or `dismissed`. */
export const reportStatuses = ['pending', 'reviewing', 'resolved', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** A report as its author sees it. */
export interface OwnReport {
  readonly id: ReportId;
  /** Null if the story is deleted. */
  readonly storyId: StoryId | null;
  readonly reason: ReportReason;
  readonly status: ReportStatus;
  readonly createdAt: Date;
}

/** All reports of one story that have one status. */
export interface ReportCase {
  readonly story: {
    readonly id: StoryId;
    /** Empty if the story is private and the viewer does not see its reported version. */
    readonly title: string;
    readonly durationMs: number;
    readonly createdAt: Date;
    readonly published: boolean;
    readonly hidden: { readonly at: Date; readonly reason: string | null } | null;
    readonly author: ProfileSummary & { readonly suspended: boolean };
  };
  /** `reviewing` as soon as a moderator reviews one of the open reports. */
  readonly status: ReportStatus;
  readonly reportsCount: number;
  readonly reasons: readonly { readonly reason: ReportReason; readonly count: number }[];
  readonly firstReportAt: Date;
  readonly lastReportAt: Date;
  /** The moderator who reviews the case or decided it. */
  readonly moderator: ProfileSummary | null;
  readonly note: string | null;
  readonly decidedAt: Date | null;
  readonly viewer: {
    readonly canSuspendAuthor: boolean;
    /** Until when the viewer sees the reported version of a story that its author took back. Null if they do not. */
    readonly opensUntil: Date | null;
  };
}
