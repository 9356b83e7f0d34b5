import { extensionOf, limits } from '@relato/contract';
import type { Prisma } from '@relato/db';
import { SpeechError, type Transcription } from '@relato/speech';
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
      providerJob: true,
      provider: true,
      recording: { select: { playbackKey: true, container: true } },
    },
  });
  const { playbackKey, container } = row?.recording ?? {};
  if (!row || !playbackKey || row.status === 'completed' || row.status === 'error') return;
  const { attempts } = await database.prisma.transcript.update({
    where: { recordingId },
    data: { status: 'processing', attempts: { increment: 1 } },
    select: { attempts: true },
  });
  try {
    const result = await transcriber.transcribe(
      {
        extension: extensionOf(container ?? ''),
        load: () => storage.read(playbackKey),
      },
      {
        job: row.provider === transcriber.name ? row.providerJob : null,
        onJob: async (providerJob) => {
          await database.prisma.transcript.update({ where: { recordingId }, data: { providerJob } });
        },
        signal,
      },
    );
    await finish(services, recordingId, result);
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof SpeechError && error.retryable && attempts < limits.transcription.maxAttempts) {
      return tryLater(services, recordingId, attempts, error.retryAfterMs);
    }
    if (error instanceof SpeechError || isLastAttempt) await fail(services, recordingId, toMessage(error));
    if (!(error instanceof SpeechError)) throw error;
  }
}

/** The text of an unforeseen error stays on the server. */
const toMessage = (error: unknown): string => (error instanceof SpeechError ? error.message : '');

/** The heard text becomes the story's, unless the person wrote one meanwhile. */
async function finish({ database }: Services, recordingId: string, result: Transcription): Promise<void> {
  if (result.status === 'error') return fail({ database }, recordingId, result.error);
  const words: Prisma.InputJsonValue | undefined = result.words?.map((word) => ({ ...word }));
  const heard = words === undefined ? {} : { words };
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

/** Doubling from 5 s up to 5 min, with jitter so that a backlog does not come back all at once; never before Retry-After. */
async function tryLater(
  { database, jobs }: Services,
  recordingId: string,
  attempts: number,
  retryAfterMs: number | null,
): Promise<void> {
  const { firstRetryMs, maxRetryMs } = limits.transcription;
  const backoffMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);
  const startAfterSeconds = Math.ceil(Math.max(backoffMs, retryAfterMs ?? 0) / 1000);
  await database.prisma.$transaction(async (tx) => {
    await tx.transcript.update({ where: { recordingId }, data: { status: 'queued' } });
    await jobs.enqueue(tx, 'transcribe-recording', { recordingId }, { startAfterSeconds });
  });
}

export async function forgetTranscript(
  { transcriber }: Services,
  { providerJob }: JobData['forget-transcript'],
): Promise<void> {
  if (transcriber.name !== 'none') await transcriber.delete(providerJob);
}
