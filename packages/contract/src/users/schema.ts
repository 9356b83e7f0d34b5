import { z } from 'zod';
import { userId } from '../ids.ts';
import { limits } from '../limits.ts';
import { moderationReason } from '../moderation-reason.ts';
import { pageInput } from '../paging.ts';
import { roles } from './types.ts';

export const moderateUserInput = z.object({ userId, reason: moderationReason });
/** Part of a username, or, for administrators, of an e-mail address. */
export const listUsersInput = pageInput.extend({
  search: z
    .string()
    .trim()
    .max(limits.search.maxLength, 'SEARCH_TOO_LONG')
    .refine((text) => !text.includes('\u0000'), 'INVALID_INPUT')
    .default(''),
  suspended: z.boolean().optional(),
  role: z.enum(roles).optional(),
});
export const setRoleInput = z.object({ userId, role: z.enum(roles) });

export type ListUsersInput = z.infer<typeof listUsersInput>;
