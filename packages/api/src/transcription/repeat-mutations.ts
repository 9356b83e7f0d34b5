import {
  DomainError,
  type Page,
  type RepeatedTranscription,
  type RepeatTranscriptionsInput,
} from '@relato/contract';
import { Prisma } from '@relato/db';
import type { Services, Viewer } from '../rpc/context.ts';
import { decodeCursor, idPosition, toPage } from '../rpc/cursor.ts';
import { allRows, writeLog } from '../moderation-log.ts';
import { requireActiveModerator } from '../locks.ts';
import { backlogPriority, enqueueForgetting, enqueueTranscription } from './mutations.ts';
import { isStuck, isStuckSql } from './queries.ts';
import { isEdited } from './word-queries.ts';

/**
 * Transcribes the recording of a story again, with the current engine and model. The story keeps its text until then, and
 * also if the transcription fails. During a transcription it only changes whether the result replaces a changed text. Throws
 * TRANSCRIPTION_OFF.
 */
export async function repeatTranscription(
  { transcriber, jobs }: Pick<Services, 'transcriber' | 'jobs'>,
  tx: Prisma.TransactionClient,
  recordingId: string,
  { replacesText }: { readonly replacesText: boolean },
): Promise<void> {
  if (transcriber.name === 'none') throw new DomainError('TRANSCRIPTION_OFF');
  await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${recordingId}::uuid FOR UPDATE`;
  const transcript = await tx.transcript.findUnique({ where: { recordingId } });
  if (transcript && transcript.status !== 'completed' && !isStuck(transcript)) {
    await tx.transcript.update({ where: { recordingId }, data: { replacesText } });
    return;
  }
  await enqueueForgetting({ jobs }, tx, transcript);
  await enqueueTranscription({ transcriber, jobs }, tx, recordingId, {
    replacesText,
    priority: backlogPriority,
  });
}

/**
 * Transcribes one page of recordings again, or lists them for a dry run; see `repeatTranscriptionsInput`. Calling it again
 * with the cursor of its answer continues. Throws TRANSCRIPTION_OFF.
 */
export async function repeatTranscriptions(
  { database, transcriber, jobs }: Services,
  viewer: Viewer,
  input: RepeatTranscriptionsInput,
): Promise<Page<RepeatedTranscription>> {
  if (transcriber.name === 'none' && !input.dryRun) throw new DomainError('TRANSCRIPTION_OFF');
  return database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const page = toPage(
      await findRows(tx, input),
      input.limit,
      (row) => row,
      (row) => [row.recordingId],
    );
    if (input.dryRun || page.items.length === 0) return page;
    const replacesText = input.replaceEdits;
    for (const { recordingId } of page.items)
      await repeatTranscription({ transcriber, jobs }, tx, recordingId, { replacesText });
    await writeLog(tx, viewer, {
      action: 'repeat-transcriptions',
      target: 'transcripts',
      id: allRows,
      reason: String(page.items.length),
    });
    return page;
  });
}

/** Returns one row more than a page holds, if there is one. */
function findRows(
  tx: Prisma.TransactionClient,
  { engine, model, before, failed, dryRun, cursor, limit }: RepeatTranscriptionsInput,
): Promise<RepeatedTranscription[]> {
  const [after] = cursor ? decodeCursor(idPosition, cursor) : [];
  const conditions = [
    Prisma.sql`r.state = 'ready'`,
    failed ? isStuckSql : Prisma.sql`(t.status = 'completed' OR ${isStuckSql})`,
    ...(after === undefined ? [] : [Prisma.sql`t.recording_id > ${after}::uuid`]),
    // Transcripts of an earlier version have only a provider, which was the engine.
    ...(engine === undefined ? [] : [Prisma.sql`coalesce(t.engine, t.provider) = ${engine}`]),
    ...(model === undefined ? [] : [Prisma.sql`t.model = ${model}`]),
    ...(before === undefined ? [] : [Prisma.sql`t.finished_at < ${new Date(before)}`]),
  ];
  return tx.$queryRaw<RepeatedTranscription[]>`
    SELECT t.recording_id AS "recordingId", s.id AS "storyId", t.engine, t.model, t.finished_at AS "finishedAt",
      ${Prisma.raw(isEdited)} AS "isEdited"
    FROM transcripts t
    JOIN recordings r ON r.id = t.recording_id
    LEFT JOIN stories s ON s.recording_id = t.recording_id
    WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY t.recording_id
    LIMIT ${limit + 1}
    ${dryRun ? Prisma.empty : Prisma.sql`FOR UPDATE OF r`}`;
}
