import type { ErrorCode } from '../errors.ts';
import { limits } from '../limits.ts';

// White space, zero-width and other ignorable characters, control characters, the blank of Braille.
const invisible = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*$/u;

const halfOfPair = /\p{Surrogate}/u;

/** Returns whether a text is empty or consists of invisible characters. */
export const isBlank = (text: string): boolean => invisible.test(text);

/** Returns whether UTF-8 can encode a text, which must not contain half a surrogate pair. */
export const isWellFormed = (text: string): boolean => !halfOfPair.test(text);

// The invisible parts of emoji: joiners, variation selectors, and the tags of a flag. Ideographs have selectors too.
const shown = [
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}`,
  String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?)*`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
  String.raw`\p{Ideographic}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
].join('|');
// Zero-width and other ignorable characters, such as direction marks, annotation anchors, and control characters except
// white space. NUL is refused elsewhere.
const unshown = String.raw`[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]|[^\P{Cc}\s\u0000]`;
const shownOrNot = new RegExp(`(${shown})|${unshown}`, 'gu');

/**
 * Returns a text without invisible and reordering characters, which could disguise a name as another one, or a text as
 * something else. Emoji stay whole.
 */
export const removeInvisible = (text: string): string => text.replaceAll(shownOrNot, '$1');

/** Returns a text in its stored form, without invisible characters and outer spaces. */
export const toStoredText = (text: string): string => removeInvisible(text).trim();

/** Returns the number of code points, like `char_length` of PostgreSQL. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Returns why an optional text is refused. Characters that are not stored do not count. */
export function checkOptionalText<TooLong extends ErrorCode>(
  text: string,
  maxLength: number,
  tooLong: TooLong,
): TooLong | 'INVALID_INPUT' | null {
  if (countCharacters(toStoredText(text)) > maxLength) return tooLong;
  // PostgreSQL cannot store NUL.
  return text.includes('\u0000') || !isWellFormed(text) ? 'INVALID_INPUT' : null;
}

/** Returns why a required text is refused. */
export function checkRequiredText<Required extends ErrorCode, TooLong extends ErrorCode>(
  text: string,
  maxLength: number,
  required: Required,
  tooLong: TooLong,
): Required | TooLong | 'INVALID_INPUT' | null {
  return isBlank(text) ? required : checkOptionalText(text, maxLength, tooLong);
}

/** Returns why a moderator's reason is refused. The affected user reads the reason. */
export const checkModerationReason = (reason: string) =>
  checkRequiredText(reason, limits.moderation.reason.maxLength, 'REASON_REQUIRED', 'REASON_TOO_LONG');

/** Returns why a search text is refused. */
export const checkSearch = (search: string) =>
  checkOptionalText(search, limits.search.maxLength, 'SEARCH_TOO_LONG');
