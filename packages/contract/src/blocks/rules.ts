import { limits } from '../limits.ts';
import { toFoldedWords } from '../text/fold.ts';
import { checkOptionalText } from '../text/rules.ts';

/** Returns the folded words of a text between single spaces. */
const toPlainWords = (text: string): string => ` ${toFoldedWords(text).join(' ')} `;

/** Returns why a word cannot be muted. Signs alone are never a word of a text. */
export const checkMutedWord = (word: string) =>
  toPlainWords(word).trim() === ''
    ? 'MUTED_WORD_INVALID'
    : checkOptionalText(word, limits.mutedWord.maxLength, 'MUTED_WORD_INVALID');

/** Returns whether one of the texts contains a muted word or phrase as whole words. Ignores case and accents. */
export const hasMutedWord = (muted: readonly string[], texts: readonly string[]): boolean =>
  muted.length > 0 &&
  texts.map(toPlainWords).some((words) => muted.some((word) => words.includes(toPlainWords(word))));
