import { alignWords, type TranscriptWord } from '@relato/contract';

/** Returns whether these are tokens. Without any leading space they are already words. */
export const areTokens = (tokens: readonly TranscriptWord[]): boolean =>
  tokens.some(({ text }) => /^\s/u.test(text));

/**
 * Merges the tokens of whisper.cpp into words, such as " Hab", "ía", ",". A token with a leading space starts a word, and
 * the others continue it, even across segments. The confidence of a word is the mean of its tokens. Its times are those of
 * the spoken tokens, because models give punctuation a part of the pause, up to half a second.
 *
 * A character that two tokens split arrives as U+FFFD twice, and the spelling then comes from `text`.
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

/** A split character may be a letter. */
const isSpoken = ({ text }: TranscriptWord): boolean => /[\p{L}\p{M}\p{N}\uFFFD]/u.test(text);

function toWord(tokens: readonly TranscriptWord[]): TranscriptWord {
  const voiced = tokens.some(isSpoken) ? tokens.filter(isSpoken) : tokens;
  const confidences = tokens.map(({ confidence }) => confidence).filter((confidence) => confidence !== null);
  return {
    text: tokens
      .map(({ text }) => text)
      .join('')
      .trim(),
    startMs: Math.min(...voiced.map(({ startMs }) => startMs)),
    endMs: Math.max(...voiced.map(({ endMs }) => endMs)),
    confidence:
      confidences.length === 0
        ? null
        : confidences.reduce((sum, value) => sum + value, 0) / confidences.length,
  };
}
