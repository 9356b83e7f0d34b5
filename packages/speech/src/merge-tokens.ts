import type { TranscriptWord } from '@relato/contract';
import { alignWords } from './align-words.ts';

/** Where no text starts with a space they are words already. */
export const areTokens = (tokens: readonly TranscriptWord[]): boolean =>
  tokens.some(({ text }) => /^\s/u.test(text));

/**
 * whisper.cpp gives the model's tokens as words: " Hab", "ía", ",". A token that starts with a space starts a word, the
 * others go on with it, also across its segments; the confidence of a word is the mean of its tokens'.
 *
 * A character that the model splits over two tokens comes as U+FFFD twice; then the spelling is taken from `text`.
 */
export function mergeTokens(tokens: readonly TranscriptWord[], text: string): TranscriptWord[] {
  const words = groupWords(tokens)
    .map(toWord)
    .filter(({ text }) => text !== '');
  return words.some(({ text }) => text.includes('\uFFFD')) ? alignWords(words, text) : words;
}

function groupWords(tokens: readonly TranscriptWord[]): TranscriptWord[][] {
  const groups: TranscriptWord[][] = [];
  for (const token of tokens) {
    const group = groups.at(-1);
    if (group && !/^\s/u.test(token.text)) group.push(token);
    else groups.push([token]);
  }
  return groups;
}

function toWord(tokens: readonly TranscriptWord[]): TranscriptWord {
  const confidences = tokens.map(({ confidence }) => confidence).filter((confidence) => confidence !== null);
  return {
    text: tokens
      .map(({ text }) => text)
      .join('')
      .trim(),
    startMs: Math.min(...tokens.map(({ startMs }) => startMs)),
    endMs: Math.max(...tokens.map(({ endMs }) => endMs)),
    confidence:
      confidences.length === 0
        ? null
        : confidences.reduce((sum, value) => sum + value, 0) / confidences.length,
  };
}
