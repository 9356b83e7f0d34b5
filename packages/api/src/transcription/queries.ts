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
  // The text of an earlier run stays until the present one has another.
  switch (transcript.text ? 'completed' : transcript.status) {
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

/** Rows of an earlier version may have a trouble that this one does not know. */
const toTrouble = (trouble: Prisma.TranscriptGetPayload<object>['trouble']): TranscriptionTrouble | null =>
  trouble === 'language' ? 'failed' : trouble;

/**
 * SQL for whether the transcript `t` is stuck: it failed permanently or waits for the operator. It is not stuck while an
 * attempt runs, although it still has the trouble of the previous attempt. The index `transcripts_stuck` has this condition.
 */
export const isStuckSql = Prisma.sql`(t.status = 'error' OR (t.status = 'queued' AND t.trouble = 'setup'))`;
export const isStuck = ({
  status,
  trouble,
}: Pick<Prisma.TranscriptGetPayload<object>, 'status' | 'trouble'>): boolean =>
  status === 'error' || (status === 'queued' && trouble === 'setup');

interface FailedRow {
  readonly recording_id: RecordingId;
  readonly story_id: StoryId | null;
  readonly user_id: UserId;
  readonly username: string | null;
  readonly provider: string;
  readonly error: string | null;
  readonly attempts: number;
  readonly finished_at: Date;
}

/** Lists the transcriptions that failed permanently or wait for the operator, last failed first. */
export async function listFailedTranscriptions(
  { database }: Pick<Services, 'database'>,
  { cursor, limit }: PageRequest,
): Promise<Page<FailedTranscription>> {
  const after = toPlaceInTime(cursor);
  const rows = await database.sql<FailedRow>({
    text: `SELECT t.recording_id, s.id AS story_id, r.user_id, p.username, t.provider, t.error, t.attempts, t.finished_at
      FROM transcripts t JOIN recordings r ON r.id = t.recording_id
      LEFT JOIN stories s ON s.recording_id = r.id LEFT JOIN profiles p ON p.id = r.user_id
      WHERE t.finished_at IS NOT NULL AND ${isStuckSql.sql}
        ${after ? 'AND (t.finished_at, t.recording_id) < ($2::timestamptz, $3::uuid)' : ''}
      ORDER BY t.finished_at DESC, t.recording_id DESC
      LIMIT $1`,
    values: [limit + 1, ...(after ? [after.at, after.id] : [])],
  });
  return toPage(
    rows,
    limit,
    (row): FailedTranscription => ({
      recordingId: row.recording_id,
      storyId: row.story_id,
      author: { id: row.user_id, username: row.username },
      provider: row.provider,
      error: row.error,
      attempts: row.attempts,
      failedAt: row.finished_at,
    }),
    (row) => [row.finished_at.getTime(), row.recording_id],
  );
}
