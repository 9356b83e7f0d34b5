import { z } from 'zod';
import { userId } from '../ids.ts';
import { pageInput } from '../paging.ts';
import { tag } from '../stories/schema.ts';

export const followInput = z.object({ userId });
export const listFollowsInput = pageInput.extend({ userId });
export const followTagInput = z.object({ tag });
/** Whether new stories of a followed user notify the viewer. */
export const setToldInput = z.object({ userId, told: z.boolean() });
