import { z } from 'zod';
import { storyId } from '../ids.ts';
import { moderationReason } from '../text/schema.ts';
import { pageInput } from '../paging.ts';
import { reportReasons } from './reasons.ts';
import { reportStatuses } from './types.ts';

export const createReportInput = z.object({
  storyId,
  reason: z.enum(reportReasons, 'REPORT_REASON_REQUIRED'),
});
export const myReportsInput = pageInput;

/** Without a status, the queue holds every report that is not decided yet. */
export const reportQueueInput = pageInput.extend({ status: z.enum(reportStatuses).optional() });
export const reviewReportsInput = z.object({ storyId });
/** If the story is hidden, its author reads the note as the reason. */
export const resolveReportsInput = z.object({
  storyId,
  story: z.enum(['hide', 'keep']),
  note: moderationReason,
});
export const dismissReportsInput = z.object({ storyId, note: moderationReason });

export type ResolveReportsInput = z.infer<typeof resolveReportsInput>;
