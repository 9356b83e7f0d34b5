import { z } from 'zod';
import { storyId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput } from '../paging.ts';
import { timeMs } from '../transcription/schema.ts';
import { signs } from './types.ts';

const wordIndex = z.number().int().min(0).max(limits.transcript.maxLength);

/**
 * The sign that results, so that a repeated call counts once. Null withdraws the sign. Words are named by their places and
 * by their time together, so that a meanwhile changed transcript is noticed.
 */
export const reactInput = z.object({
  id: storyId,
  from: wordIndex,
  to: wordIndex,
  startMs: timeMs,
  endMs: timeMs,
  sign: z.enum(signs).nullable(),
});
export const receivedReactionsInput = pageInput.extend({ id: storyId });

export type ReactInput = z.infer<typeof reactInput>;
