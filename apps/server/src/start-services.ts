import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createRateLimiter, startJobQueue, type Services } from '@relato/api';
import { createAuth } from '@relato/auth';
import { limits } from '@relato/contract';
import { createDatabase } from '@relato/db';
import { createMailer } from '@relato/mail';
import { createTranscriber } from '@relato/speech';
import { createDiskSpace, createDiskStorage, createUploadFolder } from '@relato/storage';
import type { Logger } from 'pino';
import type { Settings } from './env.ts';
import type { Metrics } from './metrics/metrics.ts';
import { openModelFolder } from './model-folder.ts';
import { prepareDatabase } from './prepare-database.ts';
import { readRequestId, resumeRequestId } from './request-id.ts';

/** Stops one part. `left` returns the milliseconds that remain for all parts together. */
export type Closer = (left: () => number) => Promise<void>;

/** Starts everything that the procedures and jobs use, and adds to `closers` how to stop each part. */
export async function startServices(
  settings: Settings,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
  closers: Closer[],
  print: (line: string) => void,
): Promise<Services> {
  const { dataDir } = settings;
  const publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`;
  // First, so that a wrong setting fails before the database is started.
  const transcriber = metrics.watchTranscriber(
    createTranscriber(settings.speech, { models: openModelFolder(settings) }),
  );
  const mailer = createMailer({
    smtpUrl: settings.mail.smtpUrl,
    from: settings.mail.from ?? 'Relato <relato@localhost>',
    outboxDir: join(dataDir, 'outbox'),
    onMail: (mail) => print(`  mail for ${mail.to}: ${mail.link}`),
  });
  const databaseUrl = await prepareDatabase(settings, closers, print);
  const database = await createDatabase({ url: databaseUrl });
  closers.push(() => database.close());
  const rateLimiter = createRateLimiter(database);
  // Other processes count on; what only this one knows is a small part of any limit.
  closers.push(() => rateLimiter.flush().catch(() => {}));
  const background = new Set<Promise<void>>();
  closers.push(async (left) => void (await Promise.race([Promise.allSettled(background), delay(left())])));
  const jobs = await startJobQueue({
    database,
    onError: (error) => logger.error({ err: error }, 'job queue'),
    onEnd: (ended) => {
      metrics.countJob(ended);
      const { name, id, outcome, durationMs, waitedMs } = ended;
      const times = { durationMs: Math.round(durationMs), waitedMs };
      logger.info({ job: name, jobId: id, outcome, ...times }, 'job');
    },
    requestIds: { read: readRequestId, run: resumeRequestId },
  });
  closers.push((left) => jobs.stop(left()));
  return {
    database,
    jobs,
    publicUrl,
    runInBackground: (work) => {
      const settled = work
        .catch((error: unknown) => logger.error({ err: error }, 'background work failed'))
        .finally(() => background.delete(settled));
      background.add(settled);
    },
    rateLimiter,
    auth: createAuth({
      database,
      secure: publicUrl.startsWith('https://'),
      publicUrl,
      providers: settings.providers,
    }),
    storage: createDiskStorage(join(dataDir, 'audio')),
    uploads: createUploadFolder(join(dataDir, 'uploads')),
    disk: createDiskSpace(dataDir, limits.disk),
    transcriber,
    mailer,
  };
}
