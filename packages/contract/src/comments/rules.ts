import { limits } from '../limits.ts';
import { checkUsername } from '../profiles/rules.ts';
import { checkOptionalText, checkRequiredText } from '../text/rules.ts';

/** Returns why the text of a comment is refused. */
export const checkComment = (content: string) =>
  checkRequiredText(content, limits.comment.maxLength, 'COMMENT_REQUIRED', 'COMMENT_TOO_LONG');

/** Returns why the name of a visitor is refused. A blank name counts as none. Only the server knows the taken names. */
export const checkAnonymousName = (name: string) =>
  checkOptionalText(name, limits.anonymousName.maxLength, 'ANONYMOUS_NAME_TOO_LONG');

/** An at sign in the middle of a word belongs to an e-mail address. */
const mention = /(?<![\p{L}\p{N}@._-])@([\p{L}\p{N}._-]+)/gu;

/**
 * Returns the possible usernames of the first `@names` in a comment, each with and without the marks at its end, because
 * these may end the sentence.
 */
export function listMentions(content: string): readonly string[] {
  const written = new Set(Array.from(content.matchAll(mention), ([, name = '']) => name.toLowerCase()));
  const names = [...written].slice(0, limits.comment.maxMentions);
  return [...new Set(names.flatMap((name) => [name, name.replace(/[._-]+$/u, '')]))].filter(
    (name) => checkUsername(name) === null,
  );
}
