import { DomainError, limits, type RecordingId } from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Services, Viewer } from '../rpc/context.ts';
import { toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { requireActive, requireActiveModerator } from '../locks.ts';
import { isStuck } from './queries.ts';

interface EnqueueOptions {
  /** True if the result replaces a text that the author changed. Undefined keeps the choice of the earlier run. */
  readonly replacesText?: boolean;
  /** Jobs with a higher priority run first. The default is 0. */
  readonly priority?: number;
}

/**
 * The priority of recordings that already have a text, or have waited for long. It is below that of any new one, whose
 * author is watching, however much audio of the new one's account was transcribed recently.
 */
export const backlogPriority = -1_000;

/** Queues a transcription as part of `tx`. Does nothing without a transcriber. */
export async function enqueueTranscription(
  { transcriber, jobs }: Pick<Services, 'transcriber' | 'jobs'>,
  tx: Prisma.TransactionClient,
  recordingId: string,
  { replacesText, priority = 0 }: EnqueueOptions = {},
): Promise<void> {
  if (transcriber.name === 'none') return;
  const provider = transcriber.name;
  const asked = { provider, status: 'queued', trouble: null, error: null, attempts: 0 } as const;
  const { run } = await tx.transcript.upsert({
    where: { recordingId },
    create: { recordingId, provider },
    update: {
      ...asked,
      providerJob: null,
      finishedAt: null,
      run: { increment: 1 },
      ...(replacesText !== undefined && { replacesText }),
    },
    select: { run: true },
  });
  const [queued] = await tx.$queryRaw<{ readonly userId: string }[]>`
    UPDATE transcripts t SET queued_at = now() FROM recordings r
    WHERE t.recording_id = ${recordingId}::uuid AND r.id = t.recording_id RETURNING r.user_id AS "userId"`;
  if (queued) await enqueueJob({ jobs }, tx, { recordingId, run, userId: queued.userId, priority });
}

interface TranscriptionJob {
  readonly recordingId: string;
  readonly run: number;
  /** The owner of the recording. A process transcribes one recording of an account at a time. */
  readonly userId: string;
  /** Jobs with a higher priority run first. */
  readonly priority: number;
  readonly startAfterSeconds?: number;
}

/** Queues the job of a waiting transcript, as part of `tx`. */
export const enqueueJob = (
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  { recordingId, run, userId, ...options }: TranscriptionJob,
): Promise<void> =>
  jobs.enqueue(tx, 'transcribe-recording', { recordingId, run }, { group: userId, ...options });

/**
 * Retries all transcriptions that needed the operator, also those that gave up, because the settings may have changed at
 * this start, and the local transcriber may have its model. Also retries those without a job, which a backup or an earlier
 * version lost. Starts a new run of each, so that the waiting jobs do nothing.
 */
export async function retryWaitingTranscriptions({ database, transcriber, jobs }: Services): Promise<void> {
  if (transcriber.name === 'none') return;
  const { wokenAtOnce } = limits.transcription;
  let last: string | undefined = beforeFirst;
  while (last !== undefined) {
    const after: string = last;
    last = await database.prisma.$transaction(async (tx) => {
      const waiting = await tx.$queryRaw<{ recordingId: string; needsOperator: boolean }[]>`
        SELECT recording_id AS "recordingId",
          coalesce(trouble = 'setup', false) AND status <> 'processing' AS "needsOperator"
        FROM transcripts
        WHERE (status IN ('queued', 'processing') OR (status = 'error' AND trouble = 'setup'))
          AND recording_id > ${after}::uuid
        ORDER BY recording_id LIMIT ${wokenAtOnce} FOR UPDATE SKIP LOCKED`;
      const ids = waiting.map(({ recordingId }) => recordingId);
      const queued = await jobs.findQueuedTranscriptions(ids);
      const stuck = waiting.filter(
        ({ recordingId, needsOperator }) => needsOperator || !queued.has(recordingId),
      );
      const woken = await tx.$queryRaw<{ recordingId: string; run: number; userId: string }[]>`
        UPDATE transcripts t SET run = run + 1, status = 'queued', queued_at = now()
        FROM recordings r
        WHERE t.recording_id = ANY (${stuck.map(({ recordingId }) => recordingId)}::uuid[]) AND r.id = t.recording_id
        RETURNING t.recording_id AS "recordingId", t.run, r.user_id AS "userId"`;
      for (const job of woken) await enqueueJob({ jobs }, tx, { ...job, priority: backlogPriority });
      return waiting.length < wokenAtOnce ? undefined : ids.at(-1);
    });
  }
}
const beforeFirst = '00000000-0000-0000-0000-000000000000';

/** Queues the deletion of a transcript at the provider as part of `tx`, once no row refers to it. */
export async function enqueueForgetting(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  transcript: { readonly provider: string; readonly providerJob: string | null } | null,
): Promise<void> {
  if (!transcript?.providerJob) return;
  const { provider, providerJob } = transcript;
  await jobs.enqueue(tx, 'forget-transcript', { provider, providerJob });
}

/**
 * Retries a failed transcription, or starts the first one if there was no transcriber before. Does nothing if the transcript
 * exists or is in progress. Throws RECORDING_NOT_FOUND, RECORDING_NOT_READY, TRANSCRIPTION_OFF.
 */
export async function retryTranscription(
  { database, transcriber, jobs }: Services,
  viewer: Viewer,
  recordingId: RecordingId,
): Promise<void> {
  if (transcriber.name === 'none') throw new DomainError('TRANSCRIPTION_OFF');
  await database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${recordingId}::uuid FOR UPDATE`;
    const row = await tx.recording.findFirst({
      where: { id: recordingId, userId: viewer.id },
      select: { state: true, transcript: { select: { status: true, provider: true, providerJob: true } } },
    });
    if (!row) throw new DomainError('RECORDING_NOT_FOUND');
    if (row.state !== 'ready') throw new DomainError('RECORDING_NOT_READY');
    if (row.transcript && row.transcript.status !== 'error') return;
    await enqueueForgetting({ jobs }, tx, row.transcript);
    await enqueueTranscription({ transcriber, jobs }, tx, recordingId);
  });
}

/**
 * Retries a transcription that failed permanently or waits for the operator. Throws RECORDING_NOT_FOUND, TRANSCRIPTION_OFF,
 * and CONFLICT with the last log entry if it has not failed or is in progress again.
 */
export async function retryFailedTranscription(
  { database, transcriber, jobs }: Services,
  viewer: Viewer,
  recordingId: RecordingId,
): Promise<void> {
  if (transcriber.name === 'none') throw new DomainError('TRANSCRIPTION_OFF');
  await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${recordingId}::uuid FOR UPDATE`;
    const transcript = await tx.transcript.findUnique({ where: { recordingId } });
    if (!transcript) throw new DomainError('RECORDING_NOT_FOUND');
    if (!isStuck(transcript)) throw await toAlreadyDecided(tx, recordingId);
    await enqueueForgetting({ jobs }, tx, transcript);
    await enqueueTranscription({ transcriber, jobs }, tx, recordingId);
    await writeLog(tx, viewer, { action: 'retry-transcription', target: 'recording', id: recordingId });
  });
}
