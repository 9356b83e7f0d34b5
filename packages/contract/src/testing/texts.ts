import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

export interface TextBounds {
  readonly minLength?: number;
  readonly maxLength: number;
  /** Texts for which the field is meant, such as addresses. */
  readonly typical?: readonly string[];
}

const letters = ['a', 'Z', '7', 'ñ', 'á', 'Ü', '.', '_', '-', '@', '!', ' ', 'ß', 'İ', 'я', '語', 'م'];
const marks = ['e\u0301', 'n\u0303', '\u0301', 'a\u0308\u0323'];
const emoji = ['😀', '🚂', '👩\u200d👩\u200d👧', '🇪🇸', '❤\uFE0F', '👍🏽', '\u{1F9D1}\u200d\u{1F33E}'];
const blanks = Array.from('\t\n \u0085\u00A0\u1680\u2003\u2028\u202F\u3000\uFEFF');
const ignorable = Array.from('\u00AD\u034F\u061C\u115F\u17B4\u180E\u200B\u200D\u2060\u2800');
const moreIgnorable = Array.from('\u3164\uFE00\uFFA0\uFFF0\u{1BCA0}\u{1D173}\u{E0041}');
const bidi = ['\u200E', '\u200F', '\u202A', '\u202E', '\u2066', '\u2069'];
const controls = ['\u0000', '\u0007', '\u001F', '\u007F', '\u009F'];
const halves = ['\uD800', '\uDBFF', '\uDC00', '\uDFFF'];

const characters = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...letters) },
  { weight: 2, arbitrary: fc.constantFrom(...emoji) },
  { weight: 2, arbitrary: fc.constantFrom(...blanks, ...ignorable, ...moreIgnorable) },
  fc.constantFrom(...marks),
  fc.constantFrom(...bidi, ...controls, ...halves),
  // Code points of any plane, including those that are hard to type.
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);

const joined = (least: number, most: number): Arbitrary<string> =>
  fc.array(characters, { minLength: least, maxLength: most }).map((parts) => parts.join(''));

/** Generates texts with a number of code points, UTF-16 units or repetitions of one character, which distinguish these counts. */
function ofLength(length: number): Arbitrary<string> {
  const inCodePoints = (text: string) => Array.from(text.repeat(length)).slice(0, length).join('');
  return fc.oneof(
    fc.constantFrom(...letters.slice(0, 6), ...emoji, ...marks).map(inCodePoints),
    fc.constantFrom(...letters.slice(0, 6), ...emoji).map((text) => text.repeat(length).slice(0, length)),
    fc.constantFrom(...emoji, ...marks).map((text) => text.repeat(length)),
    fc
      .tuple(characters, fc.constantFrom('a', 'ñ', '😀'))
      .map(([odd, filler]) => inCodePoints(filler).slice(0, -filler.length) + odd),
  );
}

/**
 * Generates texts that distinguish rules: short texts of odd characters, typical texts with errors, and long texts at the
 * bounds.
 */
export function textsFor({ minLength = 1, maxLength, typical = ['hola'] }: TextBounds): Arbitrary<string> {
  const lengths = [minLength - 1, minLength, minLength + 1, maxLength - 1, maxLength, maxLength + 1];
  const spaces = fc.constantFrom('', '', ' ', '\n\u00A0 ');
  const edges = fc.constantFrom(...lengths.filter((length) => length > 0)).chain(ofLength);
  const spoilt = fc.tuple(fc.constantFrom(...typical), characters, fc.nat()).map(([text, odd, place]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + odd + text.slice(at);
  });
  return fc.oneof(
    { weight: 4, arbitrary: joined(0, 12) },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.constantFrom(...blanks, ...ignorable, ...controls), { maxLength: 4 })
        .map((parts) => parts.join('')),
    },
    { weight: 2, arbitrary: fc.oneof(spoilt, fc.constantFrom(...typical)) },
    { weight: 4, arbitrary: fc.tuple(spaces, edges, spaces).map((parts) => parts.join('')) },
  );
}

/** Draws so many texts. */
export const drawTexts = (bounds: TextBounds, count: number): readonly string[] =>
  fc.sample(textsFor(bounds), { numRuns: count, seed: 1 });
