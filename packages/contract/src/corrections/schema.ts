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

/** The words at a span in the view of the listener, so that a meanwhile changed text is noticed. */
const words = {
  id: storyId,
  startMs: timeMs,
  endMs: timeMs,
  /** The words as the listener reads them. */
  text: z.string().min(1).max(limits.corrections.maxTextLength),
};

/** A correction of words. A second one for the same words replaces the first. */
export const proposeCorrectionInput = z.object({
  ...words,
  said: storedText(checkSaid, limits.corrections),
});
/** An explanation of words, with its regions. A second one for the same words replaces the first. */
export const explainInput = z.object({
  ...words,
  explanation: storedText(checkExplanation, limits.explanations),
  regions: z.array(z.enum(regions)).superRefine(judgeBy(checkRegions)),
});
export type ExplainInput = z.infer<typeof explainInput>;
export const explanationInput = z.object({ id: canonicalId });
/** The user of the explanation reads the reason and the rule. */
export const judgeExplanationInput = explanationInput.extend({ reason: moderationReason, rule: brokenRule });
/** The explained words of all public stories, or those of a region. */
export const explainedWordsInput = pageInput.extend({ region: z.enum(regions).optional() });
export type ExplainedWordsInput = z.infer<typeof explainedWordsInput>;
/** The proposals that wait for the author, or those that are in the text. */
export const receivedCorrectionsInput = pageInput.extend({
  id: storyId,
  state: z.enum(receivedStates).default('open'),
});
export type ReceivedCorrectionsInput = z.infer<typeof receivedCorrectionsInput>;
/** Contains the result, so that a repeated call counts once. */
export const decideCorrectionInput = z.object({ id: canonicalId, isAccepted: z.boolean() });

export type ProposeCorrectionInput = z.infer<typeof proposeCorrectionInput>;
