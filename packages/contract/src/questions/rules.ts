import { limits } from '../limits.ts';
import { checkRequiredText } from '../text/rules.ts';

/** Returns why a question cannot be asked. */
export const checkQuestion = (text: string) =>
  checkRequiredText(text, limits.question.text.maxLength, 'QUESTION_REQUIRED', 'QUESTION_TOO_LONG');
