import {
  DomainError,
  type FailedTranscription,
  type Page,
  type RecordingId,
  type StoryId,
  type TranscriptionStatus,
  type TranscriptionTrouble,
  type UserId,
} from '@relato/contract';
import { Prisma } from '@relato/db';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPage, toPlaceInTime, type PageRequest } from '../rpc/cursor.ts';
import { fromJson } from './word-queries.ts';

/** Throws RECORDING_NOT_FOUND, also for the recording of another user. */
export async function requireTranscriptionStatus(
  { database, transcriber }: Services,
  viewer: Viewer,
  recordingId: RecordingId,
): Promise<TranscriptionStatus> {
  const row = await database.prisma.recording.findFirst({
    where: { id: recordingId, userId: viewer.id },
    select: {
      state: true,
      transcript: { select: { status: true, text: true, words: true, trouble: true, isUnsure: true } },
    },
  });
  if (!row) throw new DomainError('RECORDING_NOT_FOUND');
  const { state, transcript } = row;
  if (!transcript) {
    // A recording that was inspected without a transcriber gets a transcript only if its owner requests one.
    const isOff = transcriber.name === 'none' || state === 'ready';
    return isOff ? { status: 'off' } : { status: 'queued', trouble: null };
  }
  switch (transcript.status) {
    case 'queued':
      return { status: 'queued', trouble: toTrouble(transcript.trouble) };
    case 'processing':
      return { status: 'processing' };
    case 'completed':
      return {
        status: 'completed',
        text: transcript.text ?? '',
        words: fromJson(transcript.words),
        isUnsure: transcript.isUnsure,
      };
    case 'error':
      return { status: 'error', trouble: toTrouble(transcript.trouble) ?? 'failed' };
  }
}

/** A server of the previous version may still refuse a text for its language. */
const toTrouble = (trouble: Prisma.TranscriptGetPayload<object>['trouble']): TranscriptionTrouble | null =>
  trouble === 'language' ? 'failed' : trouble;

// A transcription is stuck if it failed permanently or waits for the operator. It is not stuck while an attempt runs,
// although it still has the trouble of the previous attempt.
const stuck = {
  OR: [{ status: 'error' }, { status: 'queued', trouble: 'setup' }],
} satisfies Prisma.TranscriptWhereInput;
/** The same in SQL, for the transcript `t`. */
export const isStuckSql = Prisma.sql`(t.status = 'error' OR (t.status = 'queued' AND t.trouble = 'setup'))`;
export const isStuck = ({
  status,
  trouble,
}: Pick<Prisma.TranscriptGetPayload<object>, 'status' | 'trouble'>): boolean =>
  status === 'error' || (status === 'queued' && trouble === 'setup');

/** Lists the transcriptions that failed permanently or wait for the operator, last failed first. */
export async function listFailedTranscriptions(
  { database }: Services,
  { cursor, limit }: PageRequest,
): Promise<Page<FailedTranscription>> {
  const after = toPlaceInTime(cursor);
  const rows = await database.prisma.transcript.findMany({
    where: {
      finishedAt: { not: null },
      AND: stuck,
      ...(after && {
        OR: [{ finishedAt: { lt: after.at } }, { finishedAt: after.at, recordingId: { lt: after.id } }],
      }),
    },
    orderBy: [{ finishedAt: 'desc' }, { recordingId: 'desc' }],
    take: limit + 1,
    select: {
      recordingId: true,
      provider: true,
      error: true,
      attempts: true,
      finishedAt: true,
      createdAt: true,
      recording: {
        select: {
          userId: true,
          story: { select: { id: true } },
          user: { select: { profile: { select: { username: true } } } },
        },
      },
    },
  });
  return toPage(
    rows,
    limit,
    ({ recording, finishedAt, createdAt, ...row }): FailedTranscription => ({
      recordingId: row.recordingId as RecordingId, // a row's id is a plain string
      storyId: (recording.story?.id ?? null) as StoryId | null, // a row's id is a plain string
      author: { id: recording.userId as UserId, username: recording.user.profile?.username ?? null }, // a row's id is a plain string
      provider: row.provider,
      error: row.error,
      attempts: row.attempts,
      failedAt: finishedAt ?? createdAt,
    }),
    (row) => [(row.finishedAt ?? row.createdAt).getTime(), row.recordingId],
  );
}
