import type { ErrorCode } from './errors.ts';

// White space, zero-width and other ignorable characters, control characters, the blank of Braille.
const invisible = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*$/u;

const halfOfPair = /\p{Surrogate}/u;

/** Returns whether a text is empty or consists of characters that show nothing. */
export const isBlank = (text: string): boolean => invisible.test(text);

/** Returns whether UTF-8 can hold a text: it has no half of a surrogate pair. */
export const isWellFormed = (text: string): boolean => !halfOfPair.test(text);

/** Returns the number of code points, as `char_length` of PostgreSQL counts them. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Returns why a text that may be empty is refused. Spaces around it do not count: they are not kept. */
export function checkOptionalText<TooLong extends ErrorCode>(
  text: string,
  maxLength: number,
  tooLong: TooLong,
): TooLong | 'INVALID_INPUT' | null {
  if (countCharacters(text.trim()) > maxLength) return tooLong;
  // PostgreSQL cannot store NUL.
  return text.includes('\u0000') || !isWellFormed(text) ? 'INVALID_INPUT' : null;
}

/** Returns why a text that must show something is refused. */
export function checkRequiredText<Required extends ErrorCode, TooLong extends ErrorCode>(
  text: string,
  maxLength: number,
  required: Required,
  tooLong: TooLong,
): Required | TooLong | 'INVALID_INPUT' | null {
  return isBlank(text) ? required : checkOptionalText(text, maxLength, tooLong);
}
