import type { SpokenWord } from '@relato/contract/transcription/types';

export interface Sentence {
  readonly text: string;
  readonly startMs: number;
  /** The index of the first word, which identifies the sentence: start and text may repeat. */
  readonly firstWord: number;
}

/**
 * The length of a quotation: a longer one does not fit on its card, and a shorter one says little, so the next sentence is
 * added.
 */
const [minLength, maxLength] = [24, 160];

/** Returns whether a word ends a sentence; closing marks may follow. */
const isEnd = (piece: string): boolean => /[.!?…]["'”’»)\]]*\s*$|\n/u.test(piece);

/** Returns the sentences of a transcript, long ones in parts, from its words with the white space after each. */
export function listSentences(pieces: readonly string[], words: readonly SpokenWord[]): Sentence[] {
  const sentences: Sentence[] = [];
  let text = '';
  let [startMs, firstWord] = [0, 0];
  const end = (mark: string) => {
    if (text !== '') sentences.push({ text: text.trim() + mark, startMs, firstWord });
    text = '';
  };
  for (const [index, piece] of pieces.entries()) {
    if (text.length + piece.trim().length > maxLength) end('…');
    if (text === '') [startMs, firstWord] = [words[index]?.startMs ?? 0, index];
    text += piece.replaceAll(/\s+/gu, ' ');
    if (isEnd(piece) && text.length >= minLength) end('');
  }
  end('');
  return sentences;
}

/** Returns the sentence that is spoken at a time, or the first one before any word. */
export const findSentence = (sentences: readonly Sentence[], ms: number): Sentence | undefined =>
  sentences.findLast(({ startMs }) => startMs <= ms) ?? sentences[0];

/**
 * Returns the chosen sentence in the current list, because a refetch creates a new list. If an edit has removed the
 * sentence, returns the one at `ms`.
 */
export const findChosen = (
  sentences: readonly Sentence[],
  chosen: Sentence | null,
  ms: number,
): Sentence | undefined =>
  sentences.find(({ firstWord, text }) => firstWord === chosen?.firstWord && text === chosen.text) ??
  findSentence(sentences, ms);
