import { limits } from '../limits.ts';
import { checkRequiredText } from '../text/rules.ts';

/** Returns why the text of an appeal is refused. */
export const checkAppeal = (text: string) =>
  checkRequiredText(text, limits.appeal.maxLength, 'APPEAL_REQUIRED', 'APPEAL_TOO_LONG');
