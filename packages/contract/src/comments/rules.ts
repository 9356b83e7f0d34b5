import { limits } from '../limits.ts';
import { checkRequiredText, countCharacters, isWellFormed } from '../text-checks.ts';

/** Returns why the text of a comment is refused. */
export const checkComment = (content: string) =>
  checkRequiredText(content, limits.comment.maxLength, 'COMMENT_REQUIRED', 'COMMENT_TOO_LONG');

/** Returns why the name that a visitor gives is refused. A blank name is none; control characters are not shown. */
export function checkAnonymousName(name: string): 'ANONYMOUS_NAME_TOO_LONG' | 'INVALID_INPUT' | null {
  if (countCharacters(name.trim()) > limits.anonymousName.maxLength) return 'ANONYMOUS_NAME_TOO_LONG';
  return isWellFormed(name) ? null : 'INVALID_INPUT';
}
