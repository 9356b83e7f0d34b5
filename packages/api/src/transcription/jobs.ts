import { extensionOf, limits, type TranscriptWord } from '@relato/contract';
import { isDatabaseUnavailable, Prisma } from '@relato/db';
import { alignWords, SpeechError, type Transcription } from '@relato/speech';
import type { Services } from '../context.ts';
import type { JobData, RunningJob } from '../jobs.ts';

/**
 * Has a recording transcribed. Safe to run again after a crash at any point: an accepted job is asked for by its id
 * and not paid for again. What may pass is tried again with growing, jittered delays; what will not is kept as the
 * transcript's error, and the person can ask again.
 */
export async function transcribeRecording(
  services: Services,
  { data: { recordingId }, signal, isLastAttempt }: RunningJob<'transcribe-recording'>,
): Promise<void> {
  const { database, transcriber, storage } = services;
  const row = await database.prisma.transcript.findUnique({
    where: { recordingId },
    select: {
      status: true,
      attempts: true,
      providerJob: true,
      provider: true,
      recording: { select: { playbackKey: true, container: true } },
    },
  });
  const { playbackKey, container } = row?.recording ?? {};
  if (!row || !playbackKey || row.status === 'completed' || row.status === 'error') return;
  const attempts = row.attempts + 1;
  await database.prisma.transcript.updateMany({
    where: { recordingId },
    data: { status: 'processing', attempts },
  });
  const gone = new AbortController();
  try {
    const result = await transcriber.transcribe(
      { extension: extensionOf(container ?? ''), load: () => storage.read(playbackKey) },
      {
        job: row.provider === transcriber.name ? row.providerJob : null,
        onJob: async (providerJob) => {
          if (!(await keepJob(services, recordingId, providerJob))) gone.abort();
        },
        signal: AbortSignal.any([signal, gone.signal]),
      },
    );
    await finish(services, recordingId, result);
  } catch (error) {
    if (gone.signal.aborted) return;
    if (signal.aborted) throw error;
    if (error instanceof SpeechError && error.retryable && attempts < limits.transcription.maxAttempts) {
      return tryLater(services, recordingId, toRetryDelayMs(attempts, error.retryAfterMs));
    }
    if (error instanceof SpeechError) return fail(services, recordingId, error.message);
    if (isLastAttempt) await fail(services, recordingId, unforeseen);
    throw error;
  }
}

/** The text of an error that nobody foresaw stays on the server. */
const unforeseen = 'La transcripción falló';

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
async function finish({ database }: Services, recordingId: string, result: Transcription): Promise<void> {
  if (result.status === 'error') return fail({ database }, recordingId, result.error);
  const words = result.words ? toJson(result.words) : undefined;
  const heard = words === undefined ? {} : { words };
  try {
    await database.prisma.$transaction(async (tx) => {
      // The same lock as a save takes: one of the two sees what the other wrote.
      await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${recordingId}::uuid FOR UPDATE`;
      await tx.transcript.updateMany({
        where: { recordingId },
        data: { status: 'completed', text: result.text, ...heard, error: null, finishedAt: new Date() },
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
    await fail({ database }, recordingId, unforeseen);
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
export async function giveUpTranscription(
  { database }: Services,
  { recordingId }: JobData['transcribe-recording'],
): Promise<void> {
  await database.prisma.transcript.updateMany({
    where: { recordingId, status: { in: ['queued', 'processing'] } },
    data: { status: 'error', error: unforeseen, finishedAt: new Date() },
  });
}

async function fail(
  { database }: Pick<Services, 'database'>,
  recordingId: string,
  error: string,
): Promise<void> {
  await database.prisma.transcript.updateMany({
    where: { recordingId },
    data: { status: 'error', error, finishedAt: new Date() },
  });
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

async function tryLater({ database, jobs }: Services, recordingId: string, delayMs: number): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const { count } = await tx.transcript.updateMany({ where: { recordingId }, data: { status: 'queued' } });
    if (count === 0) return;
    const startAfterSeconds = Math.ceil(delayMs / 1000);
    await jobs.enqueue(tx, 'transcribe-recording', { recordingId }, { startAfterSeconds });
  });
}

/** A job of a provider that is not today's stays there: nobody here could reach it. */
export async function forgetTranscript(
  { transcriber }: Services,
  { provider, providerJob }: JobData['forget-transcript'],
): Promise<void> {
  if (transcriber.name === provider) await transcriber.delete(providerJob);
}
