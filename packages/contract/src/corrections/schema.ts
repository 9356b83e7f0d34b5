import { z } from 'zod';
import { brokenRule } from '../appeals/schema.ts';
import { canonicalId, storyId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput } from '../paging.ts';
import { judgeBy, moderationReason, storedText } from '../text/schema.ts';
import { timeMs } from '../transcription/schema.ts';
import { checkExplanation, checkRegions } from './explanation-rules.ts';
import { regions } from './regions.ts';
import { checkSaid } from './rules.ts';
import { receivedStates } from './types.ts';

/** Words that the listener reads at a span, so that a text that has changed meanwhile is noticed. */
const words = {
  id: storyId,
  startMs: timeMs,
  endMs: timeMs,
  /** The words as they read. */
  text: z.string().min(1).max(limits.corrections.maxTextLength),
};

/** A correction of words. Sent again for the same words, it replaces the proposal before. */
export const proposeCorrectionInput = z.object({
  ...words,
  said: storedText(checkSaid, limits.corrections),
});
/** An explanation of words, with its regions. Sent again for the same words, it replaces the one before. */
export const explainInput = z.object({
  ...words,
  explanation: storedText(checkExplanation, limits.explanations),
  regions: z.array(z.enum(regions)).superRefine(judgeBy(checkRegions)),
});
export type ExplainInput = z.infer<typeof explainInput>;
export const explanationInput = z.object({ id: canonicalId });
/** Its user reads the reason and the rule. */
export const judgeExplanationInput = explanationInput.extend({ reason: moderationReason, rule: brokenRule });
/** The explained words of all public stories, or those of a region. */
export const explainedWordsInput = pageInput.extend({ region: z.enum(regions).optional() });
export type ExplainedWordsInput = z.infer<typeof explainedWordsInput>;
/** Those that wait for the author, or those that are in the text. */
export const receivedCorrectionsInput = pageInput.extend({
  id: storyId,
  state: z.enum(receivedStates).default('open'),
});
export type ReceivedCorrectionsInput = z.infer<typeof receivedCorrectionsInput>;
/** States the result, so that a repeated call counts once. */
export const decideCorrectionInput = z.object({ id: canonicalId, isAccepted: z.boolean() });

export type ProposeCorrectionInput = z.infer<typeof proposeCorrectionInput>;
