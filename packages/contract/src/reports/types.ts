import type { ReportId, StoryId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';

export const reportReasons = [
  'inappropriate',
  'spam',
  'harassment',
  'offensive',
  'misinformation',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** `pending` → `reviewing` → `resolved` (the story hidden or kept) or `dismissed`. */
export const reportStatuses = ['pending', 'reviewing', 'resolved', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** A report, as who made it sees it. */
export interface OwnReport {
  readonly id: ReportId;
  /** Null when the story is gone. */
  readonly storyId: StoryId | null;
  readonly reason: ReportReason;
  readonly status: ReportStatus;
  readonly createdAt: Date;
}

/** All reports of one story that are at one point. */
export interface ReportCase {
  readonly story: {
    readonly id: StoryId;
    readonly title: string;
    readonly durationMs: number;
    readonly createdAt: Date;
    readonly published: boolean;
    readonly hidden: { readonly at: Date; readonly reason: string | null } | null;
    readonly author: ProfileSummary & { readonly suspended: boolean };
  };
  /** `reviewing` as soon as somebody looks into one of the open reports. */
  readonly status: ReportStatus;
  readonly reportsCount: number;
  readonly reasons: readonly { readonly reason: ReportReason; readonly count: number }[];
  readonly firstReportAt: Date;
  readonly lastReportAt: Date;
  /** Who looks into it, or decided. */
  readonly moderator: ProfileSummary | null;
  readonly note: string | null;
  readonly decidedAt: Date | null;
  readonly viewer: { readonly canSuspendAuthor: boolean };
}
