import { z } from 'zod';
import { canonicalId } from '../ids.ts';
import { pageInput } from '../paging.ts';
import { newsKinds } from './types.ts';

export const listNewsInput = pageInput;
/** What is not there, or is not the viewer's, is read already. */
export const readNewsInput = z.object({ id: canonicalId, kind: z.enum(newsKinds) });

export type ReadNewsInput = z.infer<typeof readNewsInput>;
