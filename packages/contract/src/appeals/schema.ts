import { z } from 'zod';
import { mailToken } from '../account/schema.ts';
import { appealId, noticeId } from '../ids.ts';
import { limits } from '../limits.ts';
import { moderationReason } from '../moderation-reason.ts';
import { pageInput } from '../paging.ts';
import { visibleText } from '../text-schema.ts';
import { appealStatuses } from './types.ts';

const appealText = visibleText(limits.moderation.appeal.maxLength, 'APPEAL_REQUIRED', 'APPEAL_TOO_LONG');

export const noticesInput = pageInput;
export const noticeInput = z.object({ id: noticeId });
export const appealInput = z.object({ id: noticeId, text: appealText });
/** For who cannot sign in: the token is in the mail about the suspension. */
export const noticeByLinkInput = z.object({ token: mailToken });
export const appealByLinkInput = z.object({ token: mailToken, text: appealText });
export const appealsInput = pageInput.extend({ status: z.enum(appealStatuses).default('open') });
/** A granted appeal undoes the decision. */
export const decideAppealInput = z.object({
  id: appealId,
  decision: z.enum(['grant', 'reject']),
  note: moderationReason,
});

export type DecideAppealInput = z.infer<typeof decideAppealInput>;
