import { z } from 'zod';
import { mailToken } from '../account/schema.ts';
import { appealId, noticeId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput } from '../paging.ts';
import { moderationReason, storedText } from '../text/schema.ts';
import { checkAppeal } from './rules.ts';
import { communityRules } from './statements.ts';
import { appealStatuses } from './types.ts';

const appealText = storedText(checkAppeal, limits.appeal);

export const noticeInput = z.object({ id: noticeId });
export const appealInput = z.object({ id: noticeId, text: appealText });
/** For a suspended user, who cannot sign in. The mail about the suspension contains the token. */
export const noticeByLinkInput = z.object({ token: mailToken });
export const appealByLinkInput = z.object({ token: mailToken, text: appealText });
export const appealsInput = pageInput.extend({ status: z.enum(appealStatuses).default('open') });
/** Granting an appeal undoes the decision. */
export const decideAppealInput = z.object({
  id: appealId,
  decision: z.enum(['grant', 'reject']),
  note: moderationReason,
});

/** The broken rule that a decision names. */
export const brokenRule = z.enum(communityRules).nullable().default(null);

/** Decisions by the UTC year of the decision. */
export const statementsInput = pageInput.extend({ year: z.number().int().min(2000).max(9999) });

export type DecideAppealInput = z.infer<typeof decideAppealInput>;
