import { placeMoved } from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import type { Transcription } from '@relato/speech';
import type { Services } from '../rpc/context.ts';
import type { JobData } from '../jobs/queue.ts';
import { followExplanations } from './text-mutations.ts';
import { alignText, fromJson, toJson } from './word-queries.ts';

/**
 * Stores the result, as the text of the story too. A text that the author wrote stays and gets the new times, unless the run
 * was requested to replace it. The words of a story always match its text. Does nothing for an earlier run.
 */
export async function storeTranscription(
  { database }: Pick<Services, 'database'>,
  { recordingId, run }: JobData['transcribe-recording'],
  { text, words, engine, model, isUnsure }: Transcription,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    // Takes the lock of a save, so that the later of the two sees the text of the earlier.
    await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${recordingId}::uuid FOR UPDATE`;
    const before = await tx.transcript.findFirst({
      where: { recordingId, run },
      select: { text: true, words: true, replacesText: true },
    });
    if (!before) return;
    const end = {
      status: 'completed',
      trouble: null,
      error: null,
      finishedAt: await readTime(tx),
    } as const;
    // An empty result does not replace the text of an earlier engine.
    if (text === '' && before.text) {
      await tx.transcript.update({ where: { recordingId }, data: end });
      return;
    }
    // Without times of this engine, those of an earlier one apply, because the audio is the same.
    const earlier = fromJson(before.words);
    const heard = words ?? alignText(text, earlier);
    await tx.transcript.update({
      where: { recordingId },
      data: { ...end, text, words: toJson(heard), engine, model, isUnsure },
    });
    await storeText(tx, recordingId, { before, heard: { text, words: heard } });
  });
}

interface Change {
  readonly before: { readonly text: string | null; readonly replacesText: boolean };
  readonly heard: Pick<Transcription, 'text' | 'words'>;
}

async function storeText(
  tx: Prisma.TransactionClient,
  recordingId: string,
  { before, heard }: Change,
): Promise<void> {
  const story = await tx.story.findUnique({
    where: { recordingId },
    select: { id: true, userId: true, transcript: true },
  });
  if (!story) return;
  const isOwn = story.transcript !== null && story.transcript !== before.text;
  const transcript = isOwn && !before.replacesText ? story.transcript : heard.text;
  const words = alignText(transcript, heard.words);
  await tx.story.update({ where: { id: story.id }, data: { transcript, transcriptWords: toJson(words) } });
  // The corrections that disappear from the text were not declined by a user.
  if (transcript !== story.transcript)
    await tx.correction.deleteMany({ where: { storyId: story.id, state: 'accepted', headword: null } });
  await followExplanations(tx, story.id, words ?? [], placeMoved);
  // Only a first text is news, because stories are also transcribed again by the thousand.
  if (transcript !== '' && transcript === heard.text && !story.transcript)
    await tx.$executeRaw`SELECT tell_user(${story.userId}::uuid, 'transcript', NULL, ${story.id}::uuid, NULL, NULL)`;
}
