import { z } from 'zod';
import { canonicalId, userId } from '../ids.ts';
import { pageInput } from '../paging.ts';
import { moderationActions, moderationTargets } from './types.ts';

export const failedMailsInput = pageInput;
export const failedMailInput = z.object({ id: canonicalId });

export const moderationLogInput = pageInput.extend({
  action: z.enum(moderationActions).optional(),
  targetType: z.enum(moderationTargets).optional(),
  targetId: canonicalId.optional(),
  actorId: userId.optional(),
});

export type ModerationLogInput = z.infer<typeof moderationLogInput>;
