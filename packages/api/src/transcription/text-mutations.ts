import { placeCorrection, placeProposal, toRangeText, toSpan, type TranscriptWord } from '@relato/contract';
import type { Prisma } from '@relato/db';
import { alignText, fromJson, toJson } from './word-queries.ts';

interface WrittenText {
  readonly columns: Pick<Prisma.StoryUpdateManyMutationInput, 'transcript' | 'transcriptWords'>;
  readonly words: readonly TranscriptWord[];
}

/**
 * Returns the columns of a story for a text that a user wrote, as part of `tx`, which must not have locked the story before
 * the recording. Words that stay keep their times; see `alignWords`. The text is aligned with the recognized words, and not
 * with the previous text, so that a word that was removed and added again gets its time back.
 */
export async function toWrittenText(
  tx: Prisma.TransactionClient,
  recordingId: string,
  transcript: string,
): Promise<WrittenText> {
  await lockText(tx, recordingId);
  const heard = await tx.transcript.findUnique({ where: { recordingId }, select: { words: true } });
  // The text stays, also if a transcription was to replace the previous one.
  await tx.transcript.updateMany({
    where: { recordingId, replacesText: true },
    data: { replacesText: false },
  });
  const words = alignText(transcript, fromJson(heard?.words));
  return { columns: { transcript, transcriptWords: toJson(words) }, words: words ?? [] };
}

/** Takes the lock of a finishing transcription, so that the later of two writes sees the text of the earlier. */
export async function lockText(tx: Prisma.TransactionClient, recordingId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${recordingId}::uuid FOR UPDATE`;
}

/**
 * Moves the accepted explanations of a story to their words in a new text, as part of `tx`. Deletes those whose words are
 * gone, without declining them. `place` says where words may be: another transcription moves them.
 */
export async function followExplanations(
  tx: Prisma.TransactionClient,
  storyId: string,
  words: readonly TranscriptWord[],
  place = placeCorrection,
): Promise<void> {
  const where = { storyId, state: 'accepted', headword: { not: null } } as const;
  const select = {
    id: true,
    startMs: true,
    endMs: true,
    text: true,
    headword: true,
    headwordKey: true,
  } as const;
  const gone: string[] = [];
  for (const { id, ...kept } of await tx.correction.findMany({ where, select })) {
    const placed = placeProposal(words, kept, place);
    const moved = placed && toSpan(words, placed.range);
    if (!placed || !moved) {
      gone.push(id);
      continue;
    }
    const { range, ...listed } = placed;
    const text = toRangeText(words, range);
    if (moved.startMs !== kept.startMs || moved.endMs !== kept.endMs || text !== kept.text)
      await tx.correction.update({ where: { id }, data: { ...moved, text, ...listed } });
  }
  await tx.correction.deleteMany({ where: { id: { in: gone } } });
}
