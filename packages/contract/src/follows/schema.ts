import { z } from 'zod';
import { userId } from '../ids.ts';
import { pageInput } from '../paging.ts';

export const followInput = z.object({ userId });
export const listFollowsInput = pageInput.extend({ userId });
