import { alignWords, isDoubtful, type SpokenWord, type TranscriptWord } from '@relato/contract';
import { Prisma } from '@relato/db';

/** Reads stored words. Only this server writes such a column, in this shape. */
export const fromJson = (words: Prisma.JsonValue | null | undefined): TranscriptWord[] | null =>
  Array.isArray(words) ? (words as unknown as TranscriptWord[]) : null;

/** Converts words to their stored form; null becomes the NULL of SQL. */
export const toJson = (
  words: readonly TranscriptWord[] | null,
): Prisma.InputJsonValue | typeof Prisma.DbNull =>
  words === null ? Prisma.DbNull : words.map((word) => ({ ...word }));

/** Aligns the words of a text with the times of the recognized words. Returns null if no word gets a time. */
export function alignText(
  text: string | null,
  heard: readonly TranscriptWord[] | null,
): TranscriptWord[] | null {
  const words = heard && text ? alignWords(heard, text) : [];
  return words.length === 0 ? null : words;
}

/** Omits the confidence, which readers do not need, and which is a quarter of the bytes. */
export const toSpokenWords = (words: readonly TranscriptWord[] | null): readonly SpokenWord[] | null =>
  words && words.map(({ text, startMs, endMs }) => ({ text, startMs, endMs }));

/** Returns the indexes of the words that the transcriber was unsure of. */
export const listDoubts = (words: readonly TranscriptWord[] | null): readonly number[] =>
  words?.flatMap((word, index) => (isDoubtful(word) ? [index] : [])) ?? [];

/** SQL for whether the author of the story `s` changed the text of the transcript `t`. */
export const isEdited = '(s.transcript IS NOT NULL AND s.transcript IS DISTINCT FROM t.text)';
