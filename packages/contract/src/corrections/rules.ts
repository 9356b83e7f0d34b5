import { limits } from '../limits.ts';
import { checkRequiredText, toStoredText } from '../text/rules.ts';
import { toWordKey } from '../transcription/align-words.ts';
import { placeSpan, toRangeText, toSpan, type WordRange } from '../transcription/spans.ts';
import type { KeptSpan, Span, SpokenWord } from '../transcription/types.ts';

const { maxLength, maxWords, maxSaidWords } = limits.corrections;

const listWords = (text: string): readonly string[] => text.split(/\s+/u).filter((word) => word !== '');

/** Returns a proposal in its stored form: one line, with one space between the words. */
export const toSaid = (text: string): string => listWords(toStoredText(text)).join(' ');

// A word with a point in it is not yet a link: 'EE.UU.', '3.5', or the last word of a sentence before a missing space. A
// bare name counts as a link only with an ending that is common here. Others are shown as text without a link, and readers
// can decline them.
const markup = /[<>]/u;
const endings =
  'com|net|org|info|io|app|dev|xyz|site|online|shop|store|club|link|top|bet|casino|es|mx|co|ar|cl|pe|tv|eu|cc|gg|ly';
const link = new RegExp(
  String.raw`\p{L}:\/\/|\bwww\.|\b(?:mailto|javascript):|[\p{L}\p{N}]\.(?:(?:${endings})(?![\p{L}\p{N}])|\p{L}{2,}\/)|\d\.\d{1,3}\.\d{1,3}\.\d{1,3}[/:]`,
  'iu',
);

// A browser treats full-width letters and Chinese full stops as the usual ones.
const toLink = (said: string): string => said.normalize('NFKC').replaceAll('。', '.');

/** Returns why a proposal is refused. It must be speakable text, without a link or markup. */
export function checkSaid(text: string) {
  const said = toSaid(text);
  const refusal = checkRequiredText(said, maxLength, 'CORRECTION_REQUIRED', 'CORRECTION_TOO_LONG');
  if (refusal !== null) return refusal;
  if (listWords(said).length > maxSaidWords) return 'CORRECTION_TOO_LONG';
  return isPlain(said) ? null : 'CORRECTION_NOT_SPOKEN';
}

/** Returns whether a line of text contains neither a link nor markup. */
export const isPlain = (line: string): boolean => !markup.test(line) && !link.test(toLink(line));

/** Returns whether two texts have the same words, ignoring case, accents and punctuation. */
export function isSameSpeech(one: string, other: string): boolean {
  const [a, b] = [listWords(one).map(toWordKey), listWords(other).map(toWordKey)];
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

// Emoji and accents are part of a word, but a point at its end is not.
const outerMarks = /^\p{P}+|\p{P}+$/gu;
export const toSpelling = (word: string): string => word.replaceAll(outerMarks, '') || word;

/** Returns whether two proposals agree: the same letters and accents in each word. Case and outer punctuation may differ. */
export function agrees(one: string, other: string): boolean {
  const [a, b] = [one, other].map((said) =>
    listWords(said.normalize('NFC').toLowerCase()).map(toSpelling).join(' '),
  );
  return a === b;
}

/**
 * Returns the text for proposals that agree: the most frequent one, and the earliest of several. Null if no two are equal,
 * so that a single user cannot bring marks into a text.
 */
export function findShared(said: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const each of said) counts.set(each, (counts.get(each) ?? 0) + 1);
  const [most] = Array.from(counts).toSorted(([, a], [, b]) => b - a);
  return most && most[1] > 1 ? most[0] : null;
}

/**
 * Returns the words of an explanation in another transcription, or null if it has none that read the same. Like a sign, they may be
 * moved, and the nearest ones count.
 */
export function placeMoved(words: readonly SpokenWord[], span: KeptSpan): WordRange | null {
  const range = placeSpan(words, span);
  if (!range || range.to - range.from >= maxWords) return null;
  return isSameSpeech(toRangeText(words, range), span.text) ? range : null;
}

/**
 * Returns the present words of a proposal, or null if the text has changed there. Unlike a sign, it never moves to words
 * with another time or another reading: the same word may be said again beside it.
 */
export function placeCorrection(words: readonly SpokenWord[], span: KeptSpan): WordRange | null {
  const range = placeMoved(words, span);
  const now = range && toSpan(words, range);
  return now && now.startMs <= span.endMs && now.endMs >= span.startMs ? range : null;
}

/** Returns whether the correction is still at its time in a text. */
export function isInText(
  words: readonly SpokenWord[],
  { said, ...span }: Span & { readonly said: string },
): boolean {
  const range = placeSpan(words, { ...span, text: said });
  return range !== null && agrees(toRangeText(words, range), said);
}

/**
 * Returns a text with other words at a range, keeping the line breaks between them as far as possible. Null if the words are
 * not those of the text.
 */
export function replaceWords(
  text: string,
  words: readonly SpokenWord[],
  { from, to }: WordRange,
  said: string,
): string | null {
  const found = Array.from(text.matchAll(/\S+/gu));
  const replaced = found.slice(from, to + 1);
  const [first, last] = [replaced[0], replaced.at(-1)];
  if (found.length !== words.length || !first || !last) return null;
  const gaps = replaced.slice(1).map(({ index }, gap) => {
    const before = replaced[gap];
    return text.slice((before?.index ?? 0) + (before?.[0].length ?? 0), index);
  });
  const middle = listWords(said)
    .map((word, index) => (index === 0 ? word : (gaps[index - 1] ?? ' ') + word))
    .join('');
  return text.slice(0, first.index) + middle + text.slice(last.index + last[0].length);
}
