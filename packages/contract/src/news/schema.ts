import { z } from 'zod';
import { canonicalId, storyId } from '../ids.ts';
import { pageInput } from '../paging.ts';
import { liveLimits } from './live-limits.ts';
import { newsKinds } from './types.ts';

export const listNewsInput = pageInput;
/** What is not there, or is not the viewer's, is read already. */
export const readNewsInput = z.object({ id: canonicalId, kind: z.enum(newsKinds) });

export const liveInput = z.object({
  /** The stories whose comments are shown. */
  stories: z.array(storyId).max(liveLimits.maxStories).default([]),
  /** The last event that the browser has got from an earlier connection. */
  lastEventId: z.string().max(64).nullish(),
});

export type LiveInput = z.infer<typeof liveInput>;
export type ReadNewsInput = z.infer<typeof readNewsInput>;
