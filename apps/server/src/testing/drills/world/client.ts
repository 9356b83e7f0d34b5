import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Acknowledged, DrillUser } from './acknowledged.ts';
import { createAudio } from './audio.ts';

const usualAttemptMs = 6_000;
const pauseMs = 40;
const pollMs = 150;
/** Exceeds any recovery, and the absence of a server that is killed repeatedly. */
const patienceMs = 240_000;
/** Exceeds all attempts of an inspection whose worker is killed. */
const inspectedMs = 300_000;

/** A refusal of the server. `code` is the error code of the contract, or the status. */
export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

const queries =
  /^(?:stories\.feed|account\.sessions?|recordings\.(?:status|verifyStorage|failedInspections)|admin\.(?:verifyCounters|failedJobs))$/;

interface Init extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** The status of an upload that another request has continued or holds. The client reads its offset again. */
const anotherOffset = 423;

/** Returns whether the app would retry after an error. 408 means that the server has waited too long for the request. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof RefusedError) || error.status >= 500 || [408, anotherOffset, 429].includes(error.status);

interface DrillClientOptions {
  /** The longest wait for an answer. */
  readonly attemptMs?: number;
  /** False to open a connection for each request. */
  readonly reuses?: boolean;
}

export type DrillClient = ReturnType<typeof createDrillClient>;

/** Creates a client that repeats unanswered calls like the app, and remembers the acknowledged ones. */
export function createDrillClient(
  url: () => string,
  { attemptMs = usualAttemptMs, reuses = true }: DrillClientOptions = {},
) {
  const history: Acknowledged[] = [];
  /** The statuses before each retry, with 0 for no answer. */
  const refusals: number[] = [];
  let lastMs = performance.now();
  const acknowledge = (done: Acknowledged): void => {
    history.push(done);
    lastMs = performance.now();
  };

  async function request(path: string, init: Init, user: DrillUser | null): Promise<Response> {
    const headers = {
      ...init.headers,
      ...(reuses ? {} : { connection: 'close' }),
      ...(user && { authorization: `Bearer ${user.token}`, 'x-forwarded-for': user.address }),
    };
    return fetch(url() + path, { ...init, headers, signal: AbortSignal.timeout(attemptMs) });
  }

  /** Calls a procedure once. Throws a RefusedError or an error of the connection. */
  async function ask(user: DrillUser | null, path: string, input: object): Promise<unknown> {
    const json = JSON.stringify({ json: input });
    const answer = queries.test(path)
      ? await request(`/trpc/${path}?input=${encodeURIComponent(json)}`, {}, user)
      : await request(
          `/trpc/${path}`,
          { method: 'POST', headers: { 'content-type': 'application/json' }, body: json },
          user,
        );
    // Any other content type is the answer of a proxy.
    if (answer.headers.get('content-type')?.includes('json') !== true)
      throw new RefusedError(answer.status, (await answer.text()).slice(0, 100));
    const body = (await answer.json()) as {
      readonly result?: { readonly data: { readonly json: unknown } };
      readonly error?: { readonly json?: { readonly data?: { readonly errorCode?: string } } };
    }; // tRPC answers so
    if (answer.ok) return body.result?.data.json;
    throw new RefusedError(answer.status, body.error?.json?.data?.errorCode ?? String(answer.status));
  }

  async function persist<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const endsAtMs = performance.now() + patienceMs;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!mayPass(error) || performance.now() > endsAtMs) throw error;
        refusals.push(error instanceof RefusedError ? error.status : 0);
        await delay(pauseMs);
      }
    }
  }

  /**
   * Repeats a procedure until the answer shows no trouble of the server. `effects` are the codes that refuse a repeated call
   * after an unanswered one took effect.
   */
  function change(
    user: DrillUser,
    path: string,
    input: object,
    effects: readonly string[] = [],
  ): Promise<unknown> {
    let attempts = 0;
    return persist(async () => {
      attempts += 1;
      try {
        return await ask(user, path, input);
      } catch (error) {
        if (attempts > 1 && error instanceof RefusedError && effects.includes(error.code)) return undefined;
        throw error;
      }
    });
  }

  /** Sends the bytes that the server lacks, and then declares the end. Resolves when the server confirms all bytes. */
  async function deliver(user: DrillUser, id: string, bytes: Buffer): Promise<void> {
    const tus = { 'tus-resumable': '1.0.0' };
    const at = await request(`/upload/${id}`, { method: 'HEAD', headers: tus }, user);
    if (at.status === 404) {
      const metadata = `recordingId ${Buffer.from(id).toString('base64')}`;
      const headers = { ...tus, 'upload-defer-length': '1', 'upload-metadata': metadata };
      const begun = await request('/upload', { method: 'POST', headers }, user);
      if (begun.status !== 201 && begun.status !== 409)
        throw new RefusedError(begun.status, await begun.text());
      return deliver(user, id, bytes);
    }
    if (!at.ok) throw new RefusedError(at.status, 'HEAD');
    const offset = Number(at.headers.get('upload-offset'));
    const isAll = offset === bytes.length;
    if (isAll && at.headers.get('upload-length') !== null) return undefined;
    const headers = {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...(isAll && { 'upload-length': String(bytes.length) }),
    };
    const body = isAll ? null : new Uint8Array(bytes.subarray(offset));
    const sent = await request(`/upload/${id}`, { method: 'PATCH', headers, body }, user);
    if (sent.status === 409) throw new RefusedError(anotherOffset, 'another offset');
    if (!sent.ok) throw new RefusedError(sent.status, await sent.text());
    return isAll ? undefined : deliver(user, id, bytes);
  }

  async function record(user: DrillUser): Promise<string> {
    const id = randomUUID();
    const bytes = await createAudio();
    await change(user, 'recordings.begin', { id, claimedType: 'audio/mp4' });
    await persist(() => deliver(user, id, bytes));
    const sha256 = toSha256(bytes);
    acknowledge({
      kind: 'upload',
      about: [id],
      count: async ({ database, readObject }) => {
        const row = await database.prisma.recording.findUnique({ where: { id } });
        if (row?.originalKey == null || row.originalSha256 !== sha256) return 0;
        const stored = await readObject(row.originalKey).catch(() => Buffer.alloc(0));
        return Number(toSha256(stored) === sha256);
      },
    });
    return id;
  }

  async function waitUntilReady(user: DrillUser, id: string): Promise<void> {
    const endsAtMs = performance.now() + inspectedMs;
    for (;;) {
      const { state } = (await change(user, 'recordings.status', { id })) as { readonly state: string };
      if (state === 'ready') return;
      if (state === 'refused') throw new Error(`The recording ${id} was refused`);
      if (performance.now() > endsAtMs) throw new Error(`The recording ${id} is not inspected`);
      await delay(pollMs);
    }
  }

  async function setPublished(user: DrillUser, id: string, published: boolean): Promise<void> {
    await change(user, published ? 'stories.publish' : 'stories.unpublish', { id });
    acknowledge({
      kind: 'publication',
      subject: `publication ${id}`,
      about: [id],
      count: ({ database }) => database.prisma.story.count({ where: { id, published } }),
    });
  }

  return {
    history,
    refusals,
    ask,
    change,
    acknowledge,
    record,
    setPublished,
    /** The time of the last acknowledged operation. */
    lastMs: () => lastMs,
    save: async (user: DrillUser): Promise<string> => {
      const recordingId = await record(user);
      await waitUntilReady(user, recordingId);
      const title = `Historia ${randomUUID()}`;
      const { id } = (await change(user, 'stories.create', { recordingId, title })) as {
        readonly id: string;
      };
      acknowledge({
        kind: 'save',
        id,
        about: [recordingId, id],
        count: async ({ database: { prisma } }) =>
          (await prisma.story.count({ where: { id, recordingId } })) +
          (await prisma.story.count({ where: { title, id: { not: id } } })),
      });
      await setPublished(user, id, true);
      return id;
    },
    comment: async (user: DrillUser, storyId: string): Promise<void> => {
      const [id, content] = [randomUUID(), `Comentario ${randomUUID()}`];
      await change(user, 'comments.create', { id, storyId, content, asMember: true });
      const count: Acknowledged['count'] = ({ database }) =>
        database.prisma.comment.count({ where: { content } });
      acknowledge({ kind: 'comment', id, about: [storyId], count });
    },
    /** Votes, or withdraws the vote. */
    vote: async (user: DrillUser, storyId: string, direction: 'up' | 'down' | null): Promise<void> => {
      await change(user, 'stories.vote', { id: storyId, direction });
      acknowledge({
        kind: 'vote',
        subject: `vote ${storyId} ${user.id}`,
        about: [storyId],
        count: async ({ database }) => {
          const row = await database.prisma.vote.findFirst({ where: { storyId, userId: user.id } });
          return Number((row?.direction ?? null) === direction);
        },
      });
    },
    follow: async (user: DrillUser, userId: string, isFollowing: boolean): Promise<void> => {
      await change(user, isFollowing ? 'follows.follow' : 'follows.unfollow', { userId });
      const where = { followerId: user.id, followingId: userId };
      acknowledge({
        kind: 'follow',
        subject: `follow ${user.id} ${userId}`,
        about: [],
        count: async ({ database }) =>
          Number((await database.prisma.follow.count({ where })) === Number(isFollowing)),
      });
    },
  };
}

const toSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
