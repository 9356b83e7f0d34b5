import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspectRecording } from '@relato/audio';
import { createAuth, type ProvidersSettings } from '@relato/auth';
import { recordingId, type RecordingId, type StoryId } from '@relato/contract';
import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import { createRecording } from '@relato/db/testing/factories';
import { createMailer, readOutbox, type OutboxMail } from '@relato/mail';
import { createTranscriber, type Transcriber } from '@relato/speech';
import { createDiskStorage, newObjectKey } from '@relato/storage';
import { afterAll, beforeAll } from 'vitest';
import { createCaller } from '../app-router.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { plainServices } from './plain-services.ts';
import { createJobHandlers } from '../job-handlers.ts';
import { createLiveHub } from '../rpc/live-hub.ts';
import type { QueuedMail } from '../mail/queued-mail.ts';
import { createRateLimiter } from '../rpc/rate-limiter.ts';
import { appendToUpload, completeUpload, createUpload } from '../recordings/upload-mutations.ts';
import { sendMail } from '../send-mail.ts';
import { enqueueTranscription } from '../transcription/mutations.ts';
import { toViewer } from './users.ts';
import { createWaitingJobs, type QueuedJob } from './waiting-jobs.ts';

const fixturesDir = fileURLToPath(new URL('../../../testing/fixtures/audio/', import.meta.url));
const readFixture = (name: string): Promise<Uint8Array> => readFile(join(fixturesDir, name));

const password = 'tortuga-azul-7';
/** The hash of the password with the least cost, because hundreds of tests sign in. */
const passwordHash =
  '$argon2id$v=19$m=8,t=1,p=1$6ZI1SoquWVpnOWHjhAx5yw$NFxEQOutTkvWZWtGhhKxcac+GzeEu7zmmU5+NH/Mm+c';

/** The inspection of the recording that most tests use, made once in a process, because other tests cover it. */
let inspection: ReturnType<typeof inspectRecording> | undefined;

export type Caller = ReturnType<typeof createCaller>;

interface CallOptions extends Partial<Services> {
  readonly network?: string;
  readonly wideNetwork?: string | null;
  readonly deviceToken?: string | null;
  readonly signUpProof?: string | null;
  readonly writtenAtMs?: number | null | undefined;
}

/** A user with a password, a confirmed address and a session. */
export interface TestAccount {
  readonly viewer: Viewer;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** The token of the session. */
  readonly token: string;
}

interface StoryFields {
  readonly title?: string;
  readonly transcript?: string;
  readonly tags?: string[];
}

interface WorldOptions {
  readonly transcriber?: Transcriber;
  readonly providers?: ProvidersSettings;
  /** Replaces the world's own database in the cluster of the tests. Closed with the world. */
  readonly database?: TestDatabase;
}

/** Creates the services on their own database, disk and outbox. Jobs wait until a test runs them. */
export async function createTestWorld({
  transcriber = createTranscriber({ provider: 'none' }),
  providers = {},
  database: given,
}: WorldOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'relato-world-'));
  const database = given ?? (await createTestDatabase());
  const { jobs, queued, queuedMp3s } = createWaitingJobs();
  const background: Promise<void>[] = [];
  const [outboxDir, audioDir] = [join(folder, 'outbox'), join(folder, 'audio')];
  const publicUrl = 'http://relato.test';
  const services: Services = {
    database,
    jobs,
    rateLimiter: createRateLimiter(database),
    live: createLiveHub(database),
    transcriber,
    ...plainServices,
    publicUrl,
    runInBackground: (work) => void background.push(work),
    auth: createAuth({ database, secure: false, publicUrl, providers, minimumDurationMs: 0 }),
    storage: createDiskStorage(audioDir),
    disk: { hasFreeSpace: async () => true, readSpace: async () => null },
    mailer: createMailer({ from: 'Relato <hola@relato.test>', outboxDir }),
  };
  const cookies: string[] = [];

  /** Returns a caller of the procedures as this user, or as a visitor for null, with some services replaced. */
  const callAs = (
    viewer: Viewer | null,
    token = 'the test needs none',
    {
      network,
      wideNetwork = null,
      deviceToken = null,
      signUpProof = null,
      writtenAtMs = null,
      ...replaced
    }: CallOptions = {},
  ): Caller =>
    createCaller({
      services: { ...services, ...replaced },
      viewer,
      session: viewer && { token, expiresAt: new Date(Date.now() + 3_600_000) },
      // Each caller has its own network, unless the test sets one.
      request: {
        id: randomUUID(),
        userAgent: 'vitest',
        deviceToken,
        signUpProof,
        writtenAtMs,
        network: network ?? randomUUID(),
        wideNetwork,
      },
      setCookie: (line) => void cookies.push(line),
    });

  async function add({ id, email, role, username }: Viewer, hash: string | null = null): Promise<void> {
    const profile = { create: { username } };
    // Includes the agreement about voices, so that a test can publish without it.
    const confirmed = { emailVerifiedAt: new Date(), voicesAgreedAt: new Date() };
    await database.prisma.user.create({
      data: { id, email, role, ...confirmed, passwordHash: hash, profile },
    });
  }

  async function addUser(username: string, role: Viewer['role'] = 'user'): Promise<Viewer> {
    const viewer = toViewer(username, role);
    await add(viewer);
    return viewer;
  }

  /** Adds a user with a password, and signs in. */
  async function signUp(username: string, role: Viewer['role'] = 'user'): Promise<TestAccount> {
    const viewer = toViewer(username, role);
    await add(viewer, passwordHash);
    const account = { username, email: viewer.email ?? '', password };
    const { user, token } = await callAs(null).account.signIn(account);
    return { ...account, viewer: user, token };
  }

  async function readMails(): Promise<readonly OutboxMail[]> {
    await sendMails();
    await Promise.all(background.splice(0));
    return readOutbox(outboxDir);
  }

  /** Returns the token in the link of the last mail to `email`. Throws if there is none. */
  async function readMailedToken(email: string): Promise<string> {
    const link = (await readMails()).findLast(({ to }) => to === email)?.link ?? '';
    const token = new URLSearchParams(URL.parse(link)?.hash.slice(1)).get('token');
    if (token === null) throw new Error(`There is no link with a token in the last mail to ${email}`);
    return token;
  }

  /** Records, saves and publishes a story with audio. */
  async function publishStory(author: Viewer, fields: StoryFields = {}): Promise<StoryId> {
    const { stories } = callAs(author);
    const recordingId = await record(author);
    const { id } = await stories.create({ recordingId, title: 'El tren', ...fields });
    await stories.publish({ id });
    return id;
  }

  /** Runs the queued jobs, and those that they queue, without the MP3s. */
  const [workOff, makeMp3s] = [() => work(queued), () => work(queuedMp3s)];

  async function work(waiting: QueuedJob[]): Promise<void> {
    const handlers = createJobHandlers(services);
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const handle = handlers[job.name] as (job: object) => Promise<void>; // each handler takes its own data, which the queue stores with its name
      await handle({
        data: job.data,
        priority: job.priority,
        signal: new AbortController().signal,
        isLastAttempt: false,
        report: () => {},
      });
    }
  }

  /** Sends the queued mails, without running other jobs. */
  async function sendMails(): Promise<void> {
    const mails = queued.filter(({ name }) => name === 'send-mail');
    queued.splice(0, queued.length, ...queued.filter(({ name }) => name !== 'send-mail'));
    for (const { data } of mails) await sendMail(services, data as QueuedMail); // the data matches its name
  }

  /** Announces and uploads a fixture without inspecting it. */
  async function upload(viewer: Viewer, fixture: string | Uint8Array): Promise<RecordingId> {
    const id = recordingId.parse(randomUUID());
    await callAs(viewer).recordings.begin({ id, claimedType: 'audio/webm' });
    await deliver(id, typeof fixture === 'string' ? await readFixture(fixture) : fixture);
    return id;
  }

  /** Uploads all bytes at once. */
  async function deliver(id: RecordingId, bytes: Uint8Array): Promise<void> {
    await createUpload(services, { id, length: bytes.byteLength });
    await appendToUpload(services, { id, start: 0, content: bytes });
    await completeUpload(services, id);
  }

  /** Creates an inspected recording of five seconds with its transcription queued. */
  async function inspected(viewer: Viewer): Promise<RecordingId> {
    const original = await readFixture('chromium_timeslice_noduration.webm');
    const found = await (inspection ??= inspectRecording(original));
    if (!found.ok) throw new Error(`The fixture was refused: ${found.reason}`);
    const [originalKey, playbackKey] = [newObjectKey('original', 'bin'), newObjectKey('playback', 'webm')];
    const { bytes, sha256: originalSha256 } = await services.storage.put(originalKey, original);
    const { bytes: playbackBytes } = await services.storage.put(playbackKey, found.playback);
    const id = recordingId.parse(
      await createRecording(database.prisma, {
        userId: viewer.id,
        originalKey,
        originalSha256,
        bytes,
        playbackKey,
        playbackBytes,
        durationMs: found.durationMs,
        peaks: [...found.peaks],
        inspectedAt: new Date(),
      }),
    );
    await enqueueTranscription(services, database.prisma, id);
    return id;
  }

  /** Creates an inspected recording of five seconds, transcribed if there is a transcriber. */
  async function record(viewer: Viewer): Promise<RecordingId> {
    const id = await inspected(viewer);
    await workOff();
    return id;
  }

  return {
    services,
    database,
    cookies,
    queued,
    queuedMp3s,
    callAs,
    /** A new visitor each time, from their own network. */
    get visitor() {
      return callAs(null);
    },
    audioDir,
    add,
    addUser,
    signUp,
    publishStory,
    upload,
    deliver,
    inspected,
    record,
    /** Returns the number of connections that wait for a lock. */
    countBlocked: async (): Promise<number> => {
      const rows = await database.prisma.$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return rows.length;
    },
    isStored: async (key: string | null | undefined): Promise<boolean> =>
      (await services.storage.measure(key ?? '', { hash: false })) !== null,
    workOff,
    makeMp3s,
    readMails,
    readMailedToken,
    close: async () => {
      services.live.close();
      await Promise.allSettled(background);
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type TestWorld = Awaited<ReturnType<typeof createTestWorld>>;

/** Creates the world of a test file before its first test, and closes it after the last one. */
export function useTestWorld(options?: Parameters<typeof createTestWorld>[0]): TestWorld {
  const world = {} as TestWorld; // gets its properties before any test or later hook runs
  beforeAll(async () => {
    Object.defineProperties(world, Object.getOwnPropertyDescriptors(await createTestWorld(options)));
  });
  afterAll(() => world.close());
  return world;
}
