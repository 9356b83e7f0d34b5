import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAuth } from '@relato/auth';
import { recordingId, userId, type RecordingId } from '@relato/contract';
import { createTestDatabase } from '@relato/db/testing/database';
import { createMailer, readOutbox } from '@relato/mail';
import { createTranscriber, type Transcriber } from '@relato/speech';
import { createDiskStorage } from '@relato/storage';
import { createCaller } from '../app-router.ts';
import type { Services, Viewer } from '../context.ts';
import { createJobHandlers } from '../job-handlers.ts';
import type { JobData, JobName, JobQueue } from '../jobs.ts';
import { completeUpload } from '../recordings/mutations.ts';

const fixturesDir = fileURLToPath(new URL('../../../testing/fixtures/audio/', import.meta.url));

export type Caller = ReturnType<typeof createCaller>;

interface QueuedJob {
  readonly name: JobName;
  readonly data: JobData[JobName];
}

/** The rules on a database, a disk and an outbox of their own; jobs wait until a test works them off. */
export async function createTestWorld({
  transcriber = createTranscriber({ provider: 'none' }),
}: { readonly transcriber?: Transcriber } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'relato-world-'));
  const database = await createTestDatabase();
  const queued: QueuedJob[] = [];
  const background: Promise<void>[] = [];
  const jobs: JobQueue = {
    enqueue: async (_transaction, name, data) => void queued.push({ name, data }),
    work: async () => {},
    stop: async () => {},
  };
  const outboxDir = join(folder, 'outbox');
  const services: Services = {
    database,
    jobs,
    transcriber,
    publicUrl: 'http://relato.test',
    inBackground: (work) => void background.push(work),
    auth: createAuth({ database, secure: false }),
    storage: createDiskStorage(join(folder, 'audio')),
    mailer: createMailer({ from: 'Relato <hola@relato.test>', outboxDir }),
  };
  const cookies: string[] = [];

  /** Calls procedures as this person, or as a visitor. */
  const callAs = (viewer: Viewer | null, token = 'the test needs none'): Caller =>
    createCaller({
      services,
      viewer,
      session: viewer && { token, expiresAt: new Date(Date.now() + 3_600_000) },
      request: { id: randomUUID(), userAgent: 'vitest' },
      setCookie: (line) => void cookies.push(line),
    });

  async function addUser(username: string, role: Viewer['role'] = 'user'): Promise<Viewer> {
    const id = userId.parse(randomUUID());
    const email = `${username}@example.org`;
    await database.prisma.user.create({
      data: { id, email, role, emailVerifiedAt: new Date(), profile: { create: { username } } },
    });
    return { id, username, email, role };
  }

  /** Works off what is queued, and what that queues. */
  async function workOff(): Promise<void> {
    const handlers = createJobHandlers(services);
    for (let job = queued.shift(); job; job = queued.shift()) {
      const handle = handlers[job.name] as (job: object) => Promise<void>; // each handler takes its own data, which the queue keeps with its name
      await handle({ data: job.data, signal: new AbortController().signal, isLastAttempt: false });
    }
  }

  /** Announces and uploads a fixture, without inspecting it. */
  async function upload(viewer: Viewer, fixture: string | Uint8Array): Promise<RecordingId> {
    const id = recordingId.parse(randomUUID());
    await callAs(viewer).recordings.begin({ id, claimedType: 'audio/webm' });
    const filePath = join(folder, id);
    const bytes = typeof fixture === 'string' ? await readFile(join(fixturesDir, fixture)) : fixture;
    await writeFile(filePath, bytes);
    await completeUpload(services, { id, filePath });
    return id;
  }

  /** A recording of five seconds, inspected and, with a transcriber, transcribed. */
  async function record(viewer: Viewer): Promise<RecordingId> {
    const id = await upload(viewer, 'chromium_timeslice_noduration.webm');
    await workOff();
    return id;
  }

  return {
    services,
    database,
    cookies,
    queued,
    callAs,
    visitor: callAs(null),
    addUser,
    upload,
    record,
    workOff,
    readMails: async () => {
      await Promise.all(background.splice(0));
      return readOutbox(outboxDir);
    },
    close: async () => {
      await Promise.allSettled(background);
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type TestWorld = Awaited<ReturnType<typeof createTestWorld>>;
