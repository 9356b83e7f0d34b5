import { z } from 'zod';
import { brokenRule } from '../appeals/schema.ts';
import { storyId } from '../ids.ts';
import { limits } from '../limits.ts';
import { judgeBy, moderationReason, storedText } from '../text/schema.ts';
import { pageInput } from '../paging.ts';
import { timeMs } from '../transcription/schema.ts';
import { reportReasons } from './reasons.ts';
import { checkListName, checkWatchedWord, checkWatchedWords } from './rules.ts';
import { reportStatuses } from './types.ts';

export const createReportInput = z.object({
  storyId,
  reason: z.enum(reportReasons, 'REPORT_REASON_REQUIRED'),
  /** The reported second. Null means the whole story. */
  atMs: timeMs.nullable().default(null),
});

/** Without a status, the queue contains every undecided report. */
export const reportQueueInput = pageInput.extend({ status: z.enum(reportStatuses).optional() });
export const reviewReportsInput = z.object({ storyId });
/** If the story is hidden, its author sees the note as the reason, and the rule. */
export const resolveReportsInput = z.object({
  storyId,
  story: z.enum(['hide', 'keep']),
  note: moderationReason,
  rule: brokenRule,
});
export const dismissReportsInput = z.object({ storyId, note: moderationReason });

const { maxWeight, name, word } = limits.watched;
const listName = storedText(checkListName, name);

export const watchedListInput = z.object({ name: listName });
/** `goesOn` in each call but the first one of a trial. */
export const tryWatchedListInput = watchedListInput.extend({ goesOn: z.boolean().optional() });
/**
 * Creates a list, or replaces its words. With `adds`, the words are added, because the longest lists do not fit into one call. Without
 * words, only the weight changes. A text may hold several words, a line each, because the number of values of a call is limited.
 */
export const saveWatchedListInput = z.object({
  name: listName,
  weight: z.number().int().min(1).max(maxWeight),
  words: z
    .array(z.string())
    .transform((texts) => texts.flatMap((text) => text.split('\n')))
    .pipe(z.array(storedText(checkWatchedWord, word)).superRefine(judgeBy(checkWatchedWords))),
  adds: z.boolean().default(false),
});
export const switchWatchedListInput = z.object({ name: listName, isOn: z.boolean() });

export type SaveWatchedListInput = z.infer<typeof saveWatchedListInput>;
export type ResolveReportsInput = z.infer<typeof resolveReportsInput>;
