import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Acknowledged, Direction, DrillUser } from './acknowledged.ts';
import { createAudio } from './audio.ts';

const usualAttemptMs = 6_000;
const pauseMs = 40;
const pollMs = 150;
/** Longer than any recovery may take, and than a server that is killed again and again is away from one client. */
const patienceMs = 240_000;
/** Longer than all attempts of an inspection whose worker is killed. */
const inspectedMs = 300_000;

/** The server refused. `code` is the error code of the contract, or the status. */
export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/** A client that repeats unanswered calls, as the app does, and remembers what was acknowledged. */
export interface DrillClient {
  readonly history: readonly Acknowledged[];
  /** The statuses after which it tried again, 0 for no answer. */
  readonly refusals: readonly number[];
  /** Calls a procedure once. Throws a RefusedError, or whatever the connection throws. */
  readonly ask: (user: DrillUser | null, path: string, input: object) => Promise<unknown>;
  /**
   * Calls a procedure until the answer is no trouble of the server. `effects` are the codes with which a repeated call is
   * refused if one before it, which got no answer, took effect.
   */
  readonly change: (
    user: DrillUser,
    path: string,
    input: object,
    effects?: readonly string[],
  ) => Promise<unknown>;
  /** Remembers a change that was acknowledged. */
  readonly acknowledge: (done: Acknowledged) => void;
  readonly record: (user: DrillUser) => Promise<string>;
  readonly save: (user: DrillUser) => Promise<string>;
  readonly comment: (user: DrillUser, storyId: string) => Promise<void>;
  /** Votes, or takes the vote back. */
  readonly vote: (user: DrillUser, storyId: string, direction: Direction | null) => Promise<void>;
  readonly follow: (user: DrillUser, followingId: string, isFollowing: boolean) => Promise<void>;
  /** The time at which the last operation was acknowledged. */
  readonly lastMs: () => number;
}

const queries =
  /^(?:stories\.feed|account\.(?:session|get|sessions)|recordings\.(?:status|verifyStorage|failedInspections)|transcription\.status|admin\.(?:verifyCounters|failedJobs))$/;

interface Init extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** The status of an upload that another request has moved on or holds: its offset is asked for again. */
const anotherOffset = 423;
/** The server has waited too long for a request. */
const gaveUpWaiting = 408;

/** Trouble that may pass, after which the app tries again. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof RefusedError) ||
  error.status >= 500 ||
  error.status === 429 ||
  error.status === gaveUpWaiting ||
  error.status === anotherOffset;

interface DrillClientOptions {
  /** The longest wait for an answer. */
  readonly attemptMs?: number;
  /** If false, each request has a connection of its own. */
  readonly reuses?: boolean;
  /** The bytes of a recording that one request sends. */
  readonly pieceBytes?: number;
}

export function createDrillClient(
  url: () => string,
  { attemptMs = usualAttemptMs, reuses = true, pieceBytes = Infinity }: DrillClientOptions = {},
): DrillClient {
  const history: Acknowledged[] = [];
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

  async function call(user: DrillUser | null, path: string, input: object): Promise<unknown> {
    const json = JSON.stringify({ json: input });
    const answer = queries.test(path)
      ? await request(`/trpc/${path}?input=${encodeURIComponent(json)}`, {}, user)
      : await request(
          `/trpc/${path}`,
          { method: 'POST', headers: { 'content-type': 'application/json' }, body: json },
          user,
        );
    // The answer of a proxy.
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
        return await call(user, path, input);
      } catch (error) {
        if (attempts > 1 && error instanceof RefusedError && effects.includes(error.code)) return undefined;
        throw error;
      }
    });
  }

  /**
   * Sends the bytes that the server lacks, and then declares the end. Resolves when the server says that it has them all.
   */
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
    const sent = await request(
      `/upload/${id}`,
      {
        method: 'PATCH',
        headers: {
          ...tus,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
          ...(isAll && { 'upload-length': String(bytes.length) }),
        },
        body: isAll ? null : new Uint8Array(bytes.subarray(offset, offset + pieceBytes)),
      },
      user,
    );
    if (sent.status === 409) throw new RefusedError(anotherOffset, 'another offset');
    if (!sent.ok) throw new RefusedError(sent.status, await sent.text());
    return isAll ? undefined : deliver(user, id, bytes);
  }

  async function record(user: DrillUser): Promise<string> {
    const id = randomUUID();
    const bytes = await createAudio();
    await change(user, 'recordings.begin', { id, claimedType: 'audio/mp4' });
    await persist(() => deliver(user, id, bytes));
    acknowledge({
      kind: 'upload',
      recordingId: id,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    return id;
  }

  async function waitUntilReady(
    user: DrillUser,
    id: string,
    endsAtMs = performance.now() + inspectedMs,
  ): Promise<void> {
    const status = (await change(user, 'recordings.status', { id })) as { readonly state: string };
    if (status.state === 'refused') throw new Error(`The recording ${id} was refused`);
    if (status.state === 'ready') return;
    if (performance.now() > endsAtMs) throw new Error(`The recording ${id} is not inspected`);
    await delay(pollMs);
    await waitUntilReady(user, id, endsAtMs);
  }

  return {
    history,
    refusals,
    ask: call,
    change,
    acknowledge,
    record,
    lastMs: () => lastMs,
    save: async (user) => {
      const recordingId = await record(user);
      await waitUntilReady(user, recordingId);
      const title = `Historia ${randomUUID()}`;
      const saved = (await change(user, 'stories.create', { recordingId, title })) as { readonly id: string };
      acknowledge({ kind: 'save', recordingId, storyId: saved.id, title });
      await change(user, 'stories.publish', { id: saved.id });
      acknowledge({ kind: 'publication', storyId: saved.id, isPublished: true });
      return saved.id;
    },
    comment: async (user, storyId) => {
      const [id, content] = [randomUUID(), `Comentario ${randomUUID()}`];
      await change(user, 'comments.create', { id, storyId, content, asMember: true });
      acknowledge({ kind: 'comment', id, storyId, content });
    },
    vote: async (user, storyId, direction) => {
      await change(user, 'stories.vote', { id: storyId, direction });
      acknowledge({ kind: 'vote', storyId, userId: user.id, direction });
    },
    follow: async (user, followingId, isFollowing) => {
      await change(user, isFollowing ? 'follows.follow' : 'follows.unfollow', { userId: followingId });
      acknowledge({ kind: 'follow', followerId: user.id, followingId, isFollowing });
    },
  };
}
