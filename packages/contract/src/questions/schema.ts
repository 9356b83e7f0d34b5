import { z } from 'zod';
import { canonicalId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput } from '../paging.ts';
import { storedText } from '../text/schema.ts';
import { checkQuestion } from './rules.ts';

/** The browser makes the id, so that a question whose answer was lost is asked once. Its link is another one then. */
export const createQuestionInput = z.object({
  id: canonicalId,
  text: storedText(checkQuestion, limits.question.text),
  /** Whether one answer ends it. */
  isOnce: z.boolean(),
});
export const questionInput = z.object({ id: canonicalId });
export const myQuestionsInput = pageInput;
/** A token that is no token leads nowhere, as a wrong one. */
export const questionToken = z.string().max(100);
export const questionByLinkInput = z.object({ token: questionToken });
export const storiesByQuestionInput = pageInput.extend({ id: canonicalId });

export type CreateQuestionInput = z.infer<typeof createQuestionInput>;
