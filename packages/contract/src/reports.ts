import { z } from 'zod';
import { storyId, type ReportId, type StoryId } from './ids.ts';
import { pageInput } from './paging.ts';
import { reportReasons, type ReportReason } from './report-reasons.ts';
import type { ReportStatus } from './report-statuses.ts';

export const createReportInput = z.object({
  storyId,
  reason: z.enum(reportReasons, 'REPORT_REASON_REQUIRED'),
});
export const myReportsInput = pageInput;

/** A report, as who made it sees it. */
export interface OwnReport {
  readonly id: ReportId;
  /** Null when the story is gone. */
  readonly storyId: StoryId | null;
  readonly reason: ReportReason;
  readonly status: ReportStatus;
  readonly createdAt: Date;
}
