import { z } from 'zod';
import { brokenRule } from '../appeals/schema.ts';
import { userId } from '../ids.ts';
import { pageInput } from '../paging.ts';
import { moderationReason, searchText } from '../text/schema.ts';
import { roles } from './types.ts';

export const moderateUserInput = z.object({ userId, reason: moderationReason });
export const restrictUserInput = moderateUserInput.extend({ rule: brokenRule });
/** `search` is a part of a username or, for administrators, of an e-mail address. */
export const listUsersInput = pageInput.extend({
  search: searchText.default(''),
  suspended: z.boolean().optional(),
  role: z.enum(roles).optional(),
});
export const setRoleInput = z.object({ userId, role: z.enum(roles) });

export type ListUsersInput = z.infer<typeof listUsersInput>;
