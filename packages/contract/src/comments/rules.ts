import { limits } from '../limits.ts';
import { checkOptionalText, checkRequiredText } from '../text/rules.ts';

/** Returns why the text of a comment is refused. */
export const checkComment = (content: string) =>
  checkRequiredText(content, limits.comment.maxLength, 'COMMENT_REQUIRED', 'COMMENT_TOO_LONG');

/** Returns why the name that a visitor gives is refused. A blank name is none. The server knows whose names are taken. */
export const checkAnonymousName = (name: string) =>
  checkOptionalText(name, limits.anonymousName.maxLength, 'ANONYMOUS_NAME_TOO_LONG');
