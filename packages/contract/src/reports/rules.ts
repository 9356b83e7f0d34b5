import { limits } from '../limits.ts';
import { toFoldedWords } from '../text/fold.ts';
import { checkOptionalText, checkRequiredText } from '../text/rules.ts';

const { maxWords, name, word } = limits.watched;

/** Returns why the name of a list of watched words is refused. */
export const checkListName = (text: string) =>
  checkRequiredText(text, name.maxLength, 'LIST_NAME_INVALID', 'LIST_NAME_INVALID');

// Signs of regular expressions, which are not part of words.
const patternSigns = /[\\^$*+?|()[\]{}]/u;

/**
 * Returns why a word or phrase cannot be watched. Signs are not part of words, so a regular expression would match other
 * texts than its author means.
 */
export function checkWatchedWord(text: string) {
  if (patternSigns.test(text)) return 'WATCHED_WORD_PATTERN';
  if (toFoldedWords(text).length === 0) return 'WATCHED_WORD_INVALID';
  return checkOptionalText(text, word.maxLength, 'WATCHED_WORD_INVALID');
}

/** Returns why a list of valid words is refused as a whole. */
export function checkWatchedWords(words: readonly string[]) {
  return words.length > maxWords ? 'WATCHED_WORDS_TOO_MANY' : null;
}
