import { extensionOf, limits, type TranscriptionTrouble, type TranscriptWord } from '@relato/contract';
import { isDatabaseUnavailable, Prisma } from '@relato/db';
import { alignWords, SpeechError, type Transcription } from '@relato/speech';
import type { Services } from '../context.ts';
import type { JobData, RunningJob } from '../job-queues.ts';
import { enqueueForgetting } from './mutations.ts';

/**
 * Has a recording transcribed. Safe to run again after a crash at any point: an accepted job is asked for by its id
 * and not paid for again. What may pass is tried again with growing, jittered delays; what will not is kept as the
 * transcript's error, and the person can ask again.
 */
export async function transcribeRecording(
  services: Services,
  { data: job, signal, isLastAttempt, report }: RunningJob<'transcribe-recording'>,
): Promise<void> {
  const { transcriber, storage } = services;
  const { recordingId } = job;
  const attempt = await startAttempt(services, job);
  if (!attempt) return;
  const { playbackKey } = attempt;
  const gone = new AbortController();
  try {
    const result = await transcriber.transcribe(
      { extension: extensionOf(attempt.container ?? ''), load: () => storage.read(playbackKey) },
      {
        job: attempt.providerJob,
        onJob: async (providerJob) => {
          if (!(await keepJob(services, recordingId, providerJob))) gone.abort();
        },
        signal: AbortSignal.any([signal, gone.signal]),
      },
    );
    await finish(services, job, result);
  } catch (error) {
    if (gone.signal.aborted) return;
    if (signal.aborted) throw error;
    if (error instanceof SpeechError) {
      report(error);
      const delayMs = toNextAttemptMs(error, attempt);
      return delayMs === null ? fail(services, job, error) : tryLater(services, job, { error, delayMs });
    }
    if (isLastAttempt) await fail(services, job, unforeseen);
    throw error;
  }
}

/** What an error that no provider explained is kept as; its own text stays in the log. */
const unforeseen = { trouble: 'failed', message: 'La transcripción falló' } as const;

interface Attempt {
  /** Of this run, this one included, without those that waited for the operator. */
  readonly attempts: number;
  /** Since this run was asked for, by the database's clock. */
  readonly waitedMs: number;
  readonly providerJob: string | null;
  readonly playbackKey: string;
  readonly container: string | null;
}

/** Null if there is nothing to do: the transcript is there, was given up, was asked for anew, or its recording is gone. */
async function startAttempt(
  { database, transcriber }: Services,
  { recordingId, run = 0 }: Partial<JobData['transcribe-recording']>,
): Promise<Attempt | null> {
  // Another provider does not know the job, and what this one accepts must not be looked for there.
  const [attempt] = await database.prisma.$queryRaw<Attempt[]>`
    UPDATE transcripts t SET
      status = 'processing',
      attempts = t.attempts + 1,
      provider = ${transcriber.name},
      provider_job = CASE WHEN t.provider = ${transcriber.name} THEN t.provider_job END
    FROM recordings r
    WHERE t.recording_id = ${recordingId}::uuid AND t.run = ${run} AND t.status IN ('queued', 'processing')
      AND r.id = t.recording_id AND r.playback_key IS NOT NULL
    RETURNING t.attempts, t.provider_job AS "providerJob", r.playback_key AS "playbackKey", r.container,
      (extract(epoch FROM now() - t.queued_at) * 1000)::float8 AS "waitedMs"`;
  return attempt ?? null;
}

/** The wait before the next attempt in milliseconds; null if there is none. */
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
      // As long again as it has waited, so that a mended setting is found soon and a forgotten one costs little.
      const delayMs = Math.min(Math.max(waitedMs, firstSetupRetryMs), maxSetupRetryMs);
      return waitedMs < maxSetupWaitMs ? delayMs * (1 + random / 2) : null;
    }
    case 'too_long':
    case 'no_speech':
    case 'language':
      return null;
  }
}

/** False when the recording was deleted while the provider accepted it: then nobody else knows of the job. */
async function keepJob(
  { database, jobs, transcriber }: Services,
  recordingId: string,
  providerJob: string,
): Promise<boolean> {
  return database.prisma.$transaction(async (tx) => {
    const { count } = await tx.transcript.updateMany({ where: { recordingId }, data: { providerJob } });
    if (count === 0) await jobs.enqueue(tx, 'forget-transcript', { provider: transcriber.name, providerJob });
    return count > 0;
  });
}

const toJson = (words: readonly TranscriptWord[]): Prisma.InputJsonValue =>
  words.map((word) => ({ ...word }));

/** The heard text becomes the story's. One that the person wrote meanwhile stays and gets the times of what was heard. */
async function finish(
  { database }: Services,
  job: JobData['transcribe-recording'],
  result: Transcription,
): Promise<void> {
  const { recordingId } = job;
  const words = result.words ? toJson(result.words) : undefined;
  const heard = words === undefined ? {} : { words };
  try {
    await database.prisma.$transaction(async (tx) => {
      // The same lock as a save takes: one of the two sees what the other wrote.
      await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${recordingId}::uuid FOR UPDATE`;
      await tx.transcript.updateMany({
        where: { recordingId },
        data: {
          status: 'completed',
          text: result.text,
          ...heard,
          trouble: null,
          error: null,
          finishedAt: new Date(),
        },
      });
      await tx.story.updateMany({
        where: { recordingId, transcript: null },
        data: { transcript: result.text, ...(words === undefined ? {} : { transcriptWords: words }) },
      });
      if (result.words) await timeWrittenText(tx, recordingId, result.words);
    });
  } catch (error) {
    if (mayPass(error)) throw error;
    // What the database refuses to keep it will refuse again: asking the provider once more would only cost.
    await fail({ database }, job, unforeseen);
    throw error;
  }
}

/** What a person typed while the transcriber was at work lights up as it is spoken, too. */
async function timeWrittenText(
  tx: Prisma.TransactionClient,
  recordingId: string,
  heard: readonly TranscriptWord[],
): Promise<void> {
  const story = await tx.story.findUnique({
    where: { recordingId },
    select: { id: true, transcript: true, transcriptWords: true },
  });
  if (!story?.transcript || story.transcriptWords !== null) return;
  const transcriptWords = toJson(alignWords(heard, story.transcript));
  await tx.story.update({ where: { id: story.id }, data: { transcriptWords } });
}

/** The database is away, or the transaction met another one; anything else is about what was to be written. */
const mayPass = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  (error instanceof Prisma.PrismaClientKnownRequestError && ['P2028', 'P2034'].includes(error.code));

/** The last attempt ended with its worker: without this the transcript would be on its way for ever. */
export const giveUpTranscription = (
  { database }: Services,
  job: JobData['transcribe-recording'],
): Promise<void> => fail({ database }, job, unforeseen);

/** Says nothing of a run that the person has asked for since. */
async function fail(
  { database }: Pick<Services, 'database'>,
  { recordingId, run = 0 }: Partial<JobData['transcribe-recording']>,
  { trouble, message }: { readonly trouble: TranscriptionTrouble; readonly message: string },
): Promise<void> {
  await database.prisma.$executeRaw`
    UPDATE transcripts SET status = 'error', trouble = ${trouble}::transcription_trouble, error = ${message},
      finished_at = now()
    WHERE recording_id = ${recordingId}::uuid AND run = ${run} AND status IN ('queued', 'processing')`;
}

/**
 * Doubles from attempt to attempt up to a limit. Half of it is jitter, so that a backlog does not come back all at
 * once; the jitter comes on top of what the provider asked for too, as it asked everyone for the same.
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

async function tryLater(
  { database, jobs }: Services,
  { recordingId, run }: JobData['transcribe-recording'],
  { error, delayMs }: { readonly error: SpeechError; readonly delayMs: number },
): Promise<void> {
  const { kind, trouble, message } = error;
  await database.prisma.$transaction(async (tx) => {
    const where = { recordingId, run, status: 'processing' } as const;
    const transcript = await tx.transcript.findFirst({
      where,
      select: { provider: true, providerJob: true },
    });
    if (!transcript) return;
    // A job that failed at the provider fails however often it is asked for: the next attempt needs another.
    if (kind === 'job') await enqueueForgetting({ jobs }, tx, transcript);
    await tx.transcript.updateMany({
      where,
      data: {
        status: 'queued',
        trouble,
        error: message,
        ...(kind === 'job' ? { providerJob: null } : {}),
        // The outage that may follow has its own attempts.
        ...(trouble === 'setup' ? { attempts: 0 } : {}),
      },
    });
    await tx.$executeRaw`UPDATE transcripts SET finished_at = now() WHERE recording_id = ${recordingId}::uuid`;
    const startAfterSeconds = Math.ceil(delayMs / 1000);
    await jobs.enqueue(tx, 'transcribe-recording', { recordingId, run }, { startAfterSeconds });
  });
}

/** A job of a provider that is not today's stays there: nobody here could reach it. */
export async function forgetTranscript(
  { transcriber }: Services,
  { provider, providerJob }: JobData['forget-transcript'],
): Promise<void> {
  if (transcriber.name === provider) await transcriber.delete(providerJob);
}
