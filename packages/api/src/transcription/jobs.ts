import { decodeSpeech, Refusal } from '@relato/audio';
import { extensionOf, limits, type TranscriptionTrouble } from '@relato/contract';
import { mayPass, whenAvailable } from '@relato/db';
import { SpeechError, type Transcription } from '@relato/speech';
import { StorageError } from '@relato/storage';
import type { Services } from '../rpc/context.ts';
import type { JobData, RunningJob } from '../jobs/queue.ts';
import { backlogPriority, enqueueForgetting, enqueueJob } from './mutations.ts';
import { storeTranscription } from './result-mutations.ts';

/**
 * Transcribes a recording. Safe to run again after a crash at any point: a job that the provider accepted is resumed by its
 * id and not paid for again, and the failover of a database is waited for. Transient failures are retried with growing,
 * jittered delays; others are stored as the error of the transcript, and the user can retry.
 */
export async function transcribeRecording(
  services: Services,
  { data: job, signal, isLastAttempt, report, priority }: RunningJob<'transcribe-recording'>,
): Promise<void> {
  const { transcriber, storage } = services;
  if (await postponeIfNeeded(services, job, priority)) return;
  const attempt = await startAttempt(services, job);
  if (!attempt) return;
  const { playbackKey } = attempt;
  const gone = new AbortController();
  try {
    const result = await transcriber.transcribe(
      {
        extension: extensionOf(attempt.container ?? ''),
        load: () => storage.read(playbackKey),
        loadSamples: async (aborted) => decodeSpeech(await storage.read(playbackKey), { signal: aborted }),
      },
      {
        job: attempt.providerJob,
        onJob: async (providerJob) => {
          const store = () => storeProviderJob(services, job, providerJob);
          if (!(await whenAvailable(store, signal))) gone.abort();
        },
        signal: AbortSignal.any([signal, gone.signal]),
      },
    );
    await whenAvailable(() => charge(services, attempt, priority), signal);
    await finish(services, job, result, signal);
  } catch (error) {
    if (gone.signal.aborted) return;
    if (signal.aborted) throw error;
    if (error instanceof StorageError && error.reason === 'unavailable') {
      report(error);
      const waited = new SpeechError('network', 'The audio could not be read', {
        trouble: 'setup',
        cause: error,
      });
      const delayMs = limits.transcription.firstSetupRetryMs;
      return scheduleRetry(services, job, { error: waited, delayMs, priority });
    }
    if (error instanceof SpeechError) {
      report(error);
      // A busy or unconfigured transcriber has not processed the audio.
      if (error.trouble !== 'busy' && error.trouble !== 'setup') await charge(services, attempt, priority);
      const delayMs = toNextAttemptMs(error, attempt);
      return delayMs === null
        ? fail(services, job, error)
        : scheduleRetry(services, job, { error, delayMs, priority });
    }
    if (error instanceof Refusal) {
      // The provider would refuse this audio again.
      report(error);
      return fail(services, job, unforeseen);
    }
    if (isLastAttempt) await fail(services, job, unforeseen);
    throw error;
  }
}

/**
 * Queues the job again and returns true if others come first: behind accounts with less recently transcribed audio, or later
 * if the account has used up its time. A job that the provider has accepted continues.
 */
async function postponeIfNeeded(
  { database, jobs, rateLimiter }: Services,
  job: JobData['transcribe-recording'],
  priority: number,
): Promise<boolean> {
  const row = await database.prisma.recording.findUnique({
    where: { id: job.recordingId },
    select: { userId: true, transcript: { select: { providerJob: true } } },
  });
  if (!row || (row.transcript?.providerJob ?? null) !== null) return false;
  const { userId } = row;
  const payer = toPayer(userId, priority);
  const { used, isUsedUp, resetsInSeconds } = await rateLimiter.readUsage('transcribedSeconds', payer);
  const first = priority > backlogPriority ? 0 : backlogPriority;
  const fair = Math.min(priority, first - Math.floor(used / limits.transcription.turnSeconds));
  if (!isUsedUp && fair === priority) return false;
  const wait = isUsedUp ? { startAfterSeconds: resetsInSeconds } : {};
  await enqueueJob({ jobs }, database.prisma, { ...job, userId, priority: fair, ...wait });
  return true;
}

const charge = ({ rateLimiter }: Services, attempt: Attempt, priority: number): Promise<void> => {
  const payer = toPayer(attempt.userId, priority);
  return rateLimiter.charge('transcribedSeconds', payer, Math.ceil(attempt.durationMs / 1_000));
};

/**
 * Returns the key whose time a transcription uses up. The backlog of an account is separate, so that stories which an
 * administrator has transcribed again do not delay new recordings of their author.
 */
const toPayer = (userId: string, priority: number): string =>
  priority > backlogPriority ? userId : `backlog of ${userId}`;

/** The stored error of an unexpected failure. Its own message goes to the log only. */
const unforeseen = { trouble: 'failed', message: 'The transcription failed' } as const;

interface Attempt {
  /** The conclusive attempts of this run including this one, without those that waited for the operator. */
  readonly attempts: number;
  /** The time since this run was requested, by the clock of the database. */
  readonly waitedMs: number;
  readonly providerJob: string | null;
  readonly playbackKey: string;
  readonly container: string | null;
  readonly userId: string;
  readonly durationMs: number;
}

/**
 * Returns null if there is nothing to do: the transcript is finished, failed or was requested again, or the recording is
 * gone.
 */
async function startAttempt(
  { database, transcriber }: Services,
  { recordingId, run }: JobData['transcribe-recording'],
): Promise<Attempt | null> {
  // Another provider does not know the job. The queue counts the attempts that a stop or a kill ended.
  const [attempt] = await database.prisma.$queryRaw<Attempt[]>`
    UPDATE transcripts t SET
      status = 'processing',
      attempts = t.attempts + (t.status = 'queued')::int,
      provider = ${transcriber.name},
      provider_job = CASE WHEN t.provider = ${transcriber.name} THEN t.provider_job END
    FROM recordings r
    WHERE t.recording_id = ${recordingId}::uuid AND t.run = ${run} AND t.status IN ('queued', 'processing')
      AND r.id = t.recording_id AND r.playback_key IS NOT NULL
    RETURNING t.attempts, t.provider_job AS "providerJob", r.playback_key AS "playbackKey", r.container,
      r.user_id AS "userId", coalesce(r.duration_ms, 0) AS "durationMs",
      (extract(epoch FROM now() - t.queued_at) * 1000)::float8 AS "waitedMs"`;
  return attempt ?? null;
}

/** Returns the delay before the next attempt in milliseconds, or null if there is none. */
export function toNextAttemptMs(
  { kind, trouble, retryAfterMs }: Pick<SpeechError, 'kind' | 'trouble' | 'retryAfterMs'>,
  { attempts, waitedMs }: Pick<Attempt, 'attempts' | 'waitedMs'>,
  random = Math.random(),
): number | null {
  const { maxAttempts, maxStalledAttempts, maxFailedAttempts } = limits.transcription;
  const { firstSetupRetryMs, maxSetupRetryMs, maxSetupWaitMs } = limits.transcription;
  switch (trouble) {
    case 'busy':
    case 'failed': {
      const most =
        trouble === 'failed' ? maxFailedAttempts : kind === 'stalled' ? maxStalledAttempts : maxAttempts;
      return attempts < most ? toRetryDelayMs(attempts, retryAfterMs, random) : null;
    }
    case 'setup': {
      // Doubles the wait, so that a corrected setting takes effect soon and a forgotten one costs little.
      const delayMs = Math.min(Math.max(waitedMs, firstSetupRetryMs), maxSetupRetryMs);
      return waitedMs < maxSetupWaitMs ? delayMs * (1 + random / 2) : null;
    }
    case 'too_long':
    case 'no_speech':
      return null;
  }
}

/**
 * Stores the job id of the provider, and queues the deletion of a job that another attempt stored. Returns false if the
 * recording was deleted or queued again in the meantime, and then queues the deletion of this job.
 */
async function storeProviderJob(
  { database, jobs, transcriber }: Services,
  { recordingId, run }: JobData['transcribe-recording'],
  providerJob: string,
): Promise<boolean> {
  return database.prisma.$transaction(async (tx) => {
    const [held] = await tx.$queryRaw<{ provider: string; providerJob: string | null }[]>`
      SELECT provider, provider_job AS "providerJob" FROM transcripts
      WHERE recording_id = ${recordingId}::uuid AND run = ${run} FOR NO KEY UPDATE`;
    if (held?.providerJob === providerJob) return true;
    await enqueueForgetting({ jobs }, tx, held ?? { provider: transcriber.name, providerJob });
    if (held) await tx.transcript.update({ where: { recordingId }, data: { providerJob } });
    return held !== undefined;
  });
}

/** Stores the result. A failure that would repeat becomes the failure of the transcription. */
async function finish(
  services: Services,
  job: JobData['transcribe-recording'],
  result: Transcription,
  signal: AbortSignal,
): Promise<void> {
  try {
    await whenAvailable(() => storeTranscription(services, job, result), signal);
  } catch (error) {
    if (mayPass(error)) throw error;
    // The database would refuse the result again, and asking the provider again would only cost money.
    await fail(services, job, unforeseen);
    throw error;
  }
}

/**
 * Fails a transcription whose worker was killed on the last attempt, because it would otherwise stay in progress for
 * ever.
 */
export const giveUpTranscription = (
  { database }: Services,
  job: JobData['transcribe-recording'],
): Promise<void> => fail({ database }, job, unforeseen);

/** Fails the transcript, unless the user has requested a new run since. */
async function fail(
  { database }: Pick<Services, 'database'>,
  { recordingId, run }: JobData['transcribe-recording'],
  { trouble, message }: { readonly trouble: TranscriptionTrouble; readonly message: string },
): Promise<void> {
  await database.prisma.$executeRaw`
    UPDATE transcripts SET status = 'error', trouble = ${trouble}::transcription_trouble, error = ${message},
      finished_at = now()
    WHERE recording_id = ${recordingId}::uuid AND run = ${run} AND status IN ('queued', 'processing')`;
}

/**
 * Returns the delay, which doubles with each attempt up to a limit. Half of it is random, so that a backlog does not return
 * all at once. The random part is also added to a delay that the provider requested, because every client got the same one.
 */
export function toRetryDelayMs(
  attempts: number,
  retryAfterMs: number | null,
  random = Math.random(),
): number {
  const { firstRetryMs, maxRetryMs } = limits.transcription;
  const halfMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1)) / 2;
  return Math.max(halfMs, retryAfterMs ?? 0) + halfMs * random;
}

interface RetryPlan {
  readonly error: SpeechError;
  readonly delayMs: number;
  readonly priority: number;
}

async function scheduleRetry(
  { database, jobs }: Services,
  { recordingId, run }: JobData['transcribe-recording'],
  { error, delayMs, priority }: RetryPlan,
): Promise<void> {
  const { kind, trouble, message } = error;
  await database.prisma.$transaction(async (tx) => {
    const transcript = await tx.transcript.findFirst({
      where: { recordingId, run, status: 'processing' },
      select: { provider: true, providerJob: true, recording: { select: { userId: true } } },
    });
    if (!transcript) return;
    const { userId } = transcript.recording;
    // A job that failed at the provider keeps failing, so the next attempt needs a new one.
    if (kind === 'job') await enqueueForgetting({ jobs }, tx, transcript);
    await tx.$executeRaw`
      UPDATE transcripts SET status = 'queued', trouble = ${trouble}::transcription_trouble, error = ${message},
        attempts = CASE WHEN ${trouble === 'setup'} THEN 0 ELSE attempts END, finished_at = now(),
        provider_job = CASE WHEN ${kind === 'job'} THEN NULL ELSE provider_job END
      WHERE recording_id = ${recordingId}::uuid AND run = ${run} AND status = 'processing'`;
    const startAfterSeconds = Math.ceil(delayMs / 1000);
    await enqueueJob({ jobs }, tx, { recordingId, run, userId, priority, startAfterSeconds });
  });
}

/** Deletes a transcript at the provider. Jobs of a former provider stay there, because it cannot be reached. */
export async function forgetTranscript(
  { transcriber }: Services,
  { provider, providerJob }: JobData['forget-transcript'],
): Promise<void> {
  if (transcriber.name === provider) await transcriber.delete(providerJob);
}
