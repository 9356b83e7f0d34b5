import { limits } from '../limits.ts';
import { toFoldedWords } from '../text/fold.ts';
import { checkOptionalText, checkRequiredText } from '../text/rules.ts';

const { maxWordsPerCall, name, word } = limits.watched;

/** Returns why the name of a list of watched words is refused. */
export const checkListName = (text: string) =>
  checkRequiredText(text, name.maxLength, 'LIST_NAME_INVALID', 'LIST_NAME_INVALID');

// What regular expressions are made of, and no word.
const patternSigns = /[\\^$*+?|()[\]{}]/u;

/**
 * Returns why a word, or several in a row, cannot be watched. Signs are no part of words, so that a regular expression would watch
 * something else than its author means.
 */
export function checkWatchedWord(text: string) {
  if (patternSigns.test(text)) return 'WATCHED_WORD_PATTERN';
  if (toFoldedWords(text).length === 0) return 'WATCHED_WORD_INVALID';
  return checkOptionalText(text, word.maxLength, 'WATCHED_WORD_INVALID');
}

/** Returns why words, each of which is valid, are refused together. */
export function checkWatchedWords(words: readonly string[]) {
  return words.length > maxWordsPerCall ? 'WATCHED_WORDS_TOO_MANY' : null;
}
