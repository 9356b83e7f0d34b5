import { alignWords, type TranscriptWord } from '@relato/contract';
import { Prisma } from '@relato/db';

/** Reads stored words. Only this server writes such a column, in this shape. */
export const fromJson = (words: Prisma.JsonValue | null | undefined): TranscriptWord[] | null =>
  Array.isArray(words) ? (words as unknown as TranscriptWord[]) : null;

/** Converts words to their stored form; null becomes the NULL of SQL. */
export const toJson = (
  words: readonly TranscriptWord[] | null,
): Prisma.InputJsonValue | typeof Prisma.DbNull =>
  words === null ? Prisma.DbNull : words.map((word) => ({ ...word }));

/** Aligns the words of a text with the times of the recognized words. Returns null if either is missing. */
export const alignText = (
  text: string | null,
  heard: readonly TranscriptWord[] | null,
): TranscriptWord[] | null => (heard && text ? alignWords(heard, text) : null);

/** SQL for whether the author of the story `s` changed what the transcript `t` heard. */
export const isEdited = '(s.transcript IS NOT NULL AND s.transcript IS DISTINCT FROM t.text)';
