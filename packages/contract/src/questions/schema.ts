import { z } from 'zod';
import { canonicalId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput } from '../paging.ts';
import { storedText } from '../text/schema.ts';
import { checkQuestion } from './rules.ts';

/** The browser creates the id, so that a repeated call creates one question. Each call returns a new link. */
export const createQuestionInput = z.object({
  id: canonicalId,
  text: storedText(checkQuestion, limits.question.text),
  /** Whether one answer closes the question. */
  isOnce: z.boolean(),
});
export const questionInput = z.object({ id: canonicalId });
/** A malformed token is treated like a wrong one. */
export const questionToken = z.string().max(100);
export const questionByLinkInput = z.object({ token: questionToken });
export const storiesByQuestionInput = pageInput.extend({ id: canonicalId });

export type CreateQuestionInput = z.infer<typeof createQuestionInput>;
