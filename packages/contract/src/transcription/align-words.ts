import { limits } from '../limits.ts';
import { findCommon, type Pair } from './common-subsequence.ts';
import type { TranscriptWord } from './types.ts';

/**
 * Returns word timings for a transcript that a user has edited. A kept word keeps its exact time, regardless of case,
 * accents and punctuation. A replacement gets the time of the replaced word, and inserted words share the pause between
 * their neighbours. Only unchanged words have a confidence. Times are in milliseconds. Returns an empty list if `text` or
 * `words` is empty, or if the text has more words than can be spoken.
 */
export function alignWords(words: readonly TranscriptWord[], text: string): TranscriptWord[] {
  const tokens = text.split(/\s/u).filter((token) => token !== '');
  if (words.length === 0 || tokens.length > limits.transcript.maxWords) return [];
  const aligned: TranscriptWord[] = [];
  let word = 0;
  let token = 0;
  for (const [nextWord, nextToken] of [
    ...matchWords(words, tokens),
    [words.length, tokens.length] as const,
  ]) {
    const heard = words.slice(word, nextWord);
    const from = words[word - 1]?.endMs ?? 0;
    aligned.push(
      ...timeTokens(tokens.slice(token, nextToken), heard, from, words[nextWord]?.startMs ?? null),
    );
    const [kept, spelling] = [words[nextWord], tokens[nextToken]];
    // Stryker disable next-line LogicalOperator,ConditionalExpression: the last pair is the end of both, and no other one
    if (kept && spelling !== undefined) aligned.push(respell(kept, spelling));
    word = nextWord + 1;
    token = nextToken + 1;
  }
  return aligned;
}

/** Providers omit punctuation in words. Any other difference is a correction, which settles the doubt. */
const respell = ({ confidence, ...word }: TranscriptWord, text: string): TranscriptWord => ({
  ...word,
  text,
  confidence: toLetters(word.text) === toLetters(text) ? confidence : null,
});

const toLetters = (text: string): string => text.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/**
 * Returns times for `tokens` that replace `heard`, or that were inserted between `from` and `to` if `heard` is empty. `to`
 * is null at the end of the text.
 */
function timeTokens(
  tokens: readonly string[],
  heard: readonly TranscriptWord[],
  from: number,
  to: number | null,
): TranscriptWord[] {
  if (tokens.length === heard.length) {
    return heard.map(({ startMs, endMs }, index) => ({
      // Stryker disable next-line StringLiteral: there is a token for each word
      text: tokens[index] ?? '',
      startMs,
      endMs,
      confidence: null,
    }));
  }
  // Neighbours may overlap, but times must stay in order.
  const startMs = heard[0]?.startMs ?? Math.min(from, to ?? from);
  const heardUntil = heard.at(-1)?.endMs;
  const endMs = Math.max(startMs, to === null ? (heardUntil ?? from) : Math.min(heardUntil ?? to, to));
  const length = tokens.reduce((sum, { length }) => sum + length, 0);
  const timeAt = (letters: number): number => Math.round(startMs + ((endMs - startMs) * letters) / length);
  let letters = 0;
  return tokens.map((text) => {
    const before = letters;
    letters += text.length;
    return { text, startMs: timeAt(before), endMs: timeAt(letters), confidence: null };
  });
}

/** Returns the key for comparing words: letters and digits without case and accents, or the whole word without any. */
export const toWordKey = (text: string): string =>
  // Stryker disable next-line MethodExpression: words are compared as well in capitals
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '') || text;

/** Returns the pairs of kept words in order: the common start and end, and the longest common subsequence between them. */
function matchWords(words: readonly TranscriptWord[], tokens: readonly string[]): Pair[] {
  const ids = new Map<string, number>();
  const toId = (text: string): number => {
    const key = toWordKey(text);
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  };
  const a = Int32Array.from(words, ({ text }) => toId(text));
  const b = Int32Array.from(tokens, toId);
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  // Stryker disable next-line EqualityOperator: behind the last word of both, the pair is that of their ends
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const common = findCommon(a.subarray(start, a.length - end), b.subarray(start, b.length - end));
  return [
    ...Array.from({ length: start }, (_, index): Pair => [index, index]),
    ...common.map(([word, token]): Pair => [word + start, token + start]),
    ...Array.from({ length: end }, (_, index): Pair => [a.length - end + index, b.length - end + index]),
  ];
}
