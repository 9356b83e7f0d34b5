import { z } from 'zod';
import { email } from '../account/schema.ts';
import { canonicalId, userId } from '../ids.ts';
import { pageInput } from '../paging.ts';
import { jobNames, moderationActions, moderationTargets } from './types.ts';

export const failedJobsInput = pageInput.extend({ job: z.enum(jobNames).optional() });
export const failedJobInput = z.object({ id: canonicalId });

export type FailedJobsInput = z.infer<typeof failedJobsInput>;

export const moderationLogInput = pageInput.extend({
  action: z.enum(moderationActions).optional(),
  targetType: z.enum(moderationTargets).optional(),
  targetId: canonicalId.optional(),
  actorId: userId.optional(),
});

export type ModerationLogInput = z.infer<typeof moderationLogInput>;

/** `mailTo`: the recipient of a test mail, if any. */
export const examineInput = z.object({ mailTo: email.nullish() });
export type ExamineInput = z.infer<typeof examineInput>;
