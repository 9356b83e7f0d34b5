import { trpcServer } from '@hono/trpc-server';
import {
  answerCalls,
  appRouter,
  findPolicy,
  readMutations,
  readQueries,
  toTransportError,
  toWrittenAtMs,
  withBody,
  type Calls,
  type Context,
  type Mutations,
  type Services,
} from '@relato/api';
import { limits, RateLimitedError, type ErrorCode } from '@relato/contract';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import type { Reply, FastRoute } from '../fast-path.ts';
import type { AppEnv } from '../app.ts';
import type { Authenticator } from '../middleware/authenticate.ts';
import type { RoutePolicies } from '../middleware/authorize-route.ts';
import type { ClientNetworkReader } from '../middleware/client-network.ts';
import { compressAnswer, type AnswerBody } from '../middleware/compress-answer.ts';
import type { RequestHead } from '../middleware/request-head.ts';
import { enterForChange, enterGate, overloaded, shedLoad, type LoadGate } from '../middleware/shed-load.ts';

export const trpcPolicies = {
  'ALL /trpc/*': { description: 'the procedures, each by its own policy', caller: 'anyone' },
} as const satisfies RoutePolicies;

interface TrpcOptions {
  readonly logger: Logger;
  readonly authenticate: Authenticator;
  readonly readNetwork: ClientNetworkReader;
  readonly loadGate: LoadGate;
}

interface CallsReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer | string;
}

interface TrpcRoutes {
  readonly web: Hono<AppEnv>;
  /** Answers plain queries; the app answers everything else. */
  readonly fast: FastRoute;
}

const toBody = (code: ErrorCode) => ({ error: code }) as const;

/** Refuses other types: tRPC would also accept forms and bytes, which bypass the checks of inputs. */
const requireJson = createMiddleware(async (c, next) => {
  return c.req.method === 'POST' && !isJson(c) ? c.json(toBody('INVALID_INPUT'), 415) : next();
});

const isJson = ({ req }: RequestHead): boolean =>
  /^application\/json(?:\s*;|$)/i.test(req.header('content-type') ?? '');

/** A program keeps no cookies, so that it is not known what it has written. */
const isProgram = ({ req }: RequestHead): boolean => req.header('authorization') !== undefined;

const plainPath = /^\/trpc\/([\w.]+(?:,[\w.]+)*)$/;

interface PlainRequest {
  readonly calls: Calls;
  readonly enter: () => (() => void) | null;
}

/** Returns the procedures that the path names if the answer to the request is one JSON text. Null for any other request. */
function readPlainPath({ req }: RequestHead, method: 'GET' | 'POST'): string | null {
  const [, paths] = (req.method === method && plainPath.exec(req.path)) || [];
  const isPlain =
    req.header('transfer-encoding') === undefined &&
    req.header('trpc-accept') === undefined &&
    !req.header('accept')?.includes('jsonl');
  return paths !== undefined && isPlain ? paths : null;
}

/** Reads a request for queries without a body. Returns null for any other request. */
function readPlainQueries(head: RequestHead, query: string): Calls | null {
  const paths = readPlainPath(head, 'GET');
  const hasBody = ['content-type', 'content-length'].some((name) => head.req.header(name) !== undefined);
  return paths === null || hasBody ? null : readQueries(paths, new URLSearchParams(query));
}

/** Returns whether a body has a length within the limit. Node would take in all of another one that is not read. */
function hasBoundedBody({ req }: RequestHead): boolean {
  const [length] = /^\d{1,9}$/.exec(req.header('content-length') ?? '') ?? [];
  return Number(length ?? 0) > 0 && Number(length) <= limits.body.maxBytes;
}

/** Reads the head of a request for mutations with a body of JSON within the limit. Returns null for any other request. */
function readPlainMutations(head: RequestHead, query: string): Mutations | null {
  const paths = readPlainPath(head, 'POST');
  const isCoded = ['content-encoding', 'expect'].some((name) => head.req.header(name) !== undefined);
  if (paths === null || !hasBoundedBody(head) || isCoded || !isJson(head)) return null;
  return readMutations(paths, new URLSearchParams(query));
}

const toHeaders = (
  type: Calls['type'],
  more: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json',
  Vary: type === 'query' ? 'trpc-accept, accept, Accept-Encoding' : 'trpc-accept, accept',
  ...more,
});

const overloadedReply: CallsReply = {
  ...overloaded,
  cookies: [],
  headers: toHeaders('query', overloaded.headers),
  body: JSON.stringify(overloaded.body),
};

/** The longest wait that the errors of an answer ask for. */
function toRetryHeaders(errors: readonly { readonly cause?: unknown }[]): Readonly<Record<string, string>> {
  const waits = errors.map(({ cause }) => (cause instanceof RateLimitedError ? cause.retryAfterSeconds : 0));
  const longest = Math.max(0, ...waits);
  return longest > 0 ? { 'Retry-After': String(longest) } : {};
}

const send = (reply: Reply, { status, headers, cookies, body }: CallsReply): void => {
  const length = { 'Content-Length': Buffer.byteLength(body) };
  const more = cookies.length > 0 && { 'Set-Cookie': [...cookies] };
  reply(status, { ...headers, ...length, ...more }).end(body);
};

/**
 * `/trpc`: the procedures of `@relato/api`. Queries, and on the fast path also mutations, are answered here, and whatever our own
 * clients do not send by tRPC's adapter.
 */
export function trpcRoutes(
  services: Services,
  { logger, authenticate, readNetwork, loadGate }: TrpcOptions,
): TrpcRoutes {
  async function createContext(
    head: RequestHead,
    requestId: string,
    calls: readonly { readonly path: string }[],
    setCookie: (line: string) => void,
  ): Promise<Context> {
    const policies = calls.flatMap(({ path }) => findPolicy(path) ?? []);
    const signedIn = await authenticate(head, policies, setCookie).catch((error: unknown) => {
      throw toTransportError(error) ?? error;
    });
    const { cookies } = services.auth;
    const cookieHeader = head.req.header('cookie') ?? '';
    return {
      services,
      viewer: signedIn?.viewer ?? null,
      session: signedIn && { token: signedIn.token, expiresAt: signedIn.expiresAt },
      request: {
        id: requestId,
        userAgent: head.req.header('user-agent') ?? null,
        deviceToken: cookies.trustedDevice.read(cookieHeader),
        signUpProof: cookies.signUp.read(cookieHeader),
        writtenAtMs: isProgram(head) ? undefined : toWrittenAtMs(cookies.writtenAt.read(cookieHeader)),
        ...readNetwork(head),
      },
      setCookie,
    };
  }

  function logFailure(error: { readonly code: string; readonly cause?: unknown }, path: string | undefined) {
    if (error.code !== 'INTERNAL_SERVER_ERROR' && error.code !== 'SERVICE_UNAVAILABLE') return;
    logger.error({ err: error.cause ?? error, path }, 'procedure failed');
  }

  /** The bodies of answers with one shared result, by whether they are a batch. */
  const sharedBodies = {
    batch: new WeakMap<object, AnswerBody>(),
    single: new WeakMap<object, AnswerBody>(),
  };

  async function answer(
    { calls: { calls, ...kind }, enter }: PlainRequest,
    head: RequestHead,
    requestId: string,
  ): Promise<CallsReply> {
    const leave = enter();
    if (!leave) return overloadedReply;
    try {
      const cookies: string[] = [];
      const { status, text, errors, shared } = await answerCalls({ ...kind, calls }, () =>
        createContext(head, requestId, calls, (line) => void cookies.push(line)),
      );
      for (const { error, path } of errors) logFailure(error, path);
      const bodies = sharedBodies[kind.isBatch ? 'batch' : 'single'];
      // Node sends the head and a text in one piece; the bytes of what is sent again are made once.
      const body: AnswerBody = (shared && bodies.get(shared)) ?? { plain: shared ? Buffer.from(text) : text };
      if (shared) bodies.set(shared, body);
      const gzipped = await compressAnswer(head, body);
      const more = {
        ...(gzipped && { 'Content-Encoding': 'gzip' }),
        ...toRetryHeaders(errors.map(({ error }) => error)),
      };
      return { status, cookies, headers: toHeaders(kind.type, more), body: gzipped ?? body.plain };
    } finally {
      leave();
    }
  }

  const web = new Hono<AppEnv>()
    .use('/*', async (c, next) => {
      const query = new URL(c.req.url).search.slice(1);
      const calls = readPlainQueries(c, query);
      if (!calls) return next();
      const enter = () => enterGate(loadGate, calls);
      const { status, headers, cookies, body } = await answer({ calls, enter }, c, c.get('requestId'));
      for (const line of cookies) c.header('Set-Cookie', line, { append: true });
      return c.body(
        typeof body === 'string' ? body : new Uint8Array(body),
        status as ContentfulStatusCode,
        headers,
      ); // a status of tRPC has a body
    })
    .use(
      '/*',
      requireJson,
      bodyLimit({
        maxSize: limits.body.maxBytes,
        onError: (c) => c.json(toBody('BODY_TOO_BIG'), 413),
      }),
      shedLoad(loadGate),
      trpcServer({
        endpoint: '/trpc',
        router: appRouter,
        maxBatchSize: limits.batch.maxCalls,
        createContext: async ({ resHeaders, info }, c): Promise<Record<string, unknown>> => ({
          ...(await createContext(c, c.get('requestId'), info.calls, (line) =>
            resHeaders.append('Set-Cookie', line),
          )),
        }),
        responseMeta: ({ errors }) => ({ headers: toRetryHeaders(errors) }),
        onError: ({ error, path }) => logFailure(error, path),
      }),
    );

  const fast: FastRoute = (unread, query) => {
    const { method, path } = unread.req;
    // Refusing must cost little, or a flood leaves no time for what is admitted: of a call for which there is no room,
    // whatever it asks for, nothing but this is read.
    const isBounded = method !== 'POST' || hasBoundedBody(unread);
    if (path.startsWith('/trpc/') && isBounded && loadGate.isFull(method === 'POST' ? 'first' : 'read'))
      return async (_head, reply) => send(reply, overloadedReply);
    const queries = readPlainQueries(unread, query);
    if (queries) {
      const enter = () => enterGate(loadGate, queries);
      return async (head, reply) =>
        send(reply, await answer({ calls: queries, enter }, head, head.requestId));
    }
    const mutations = readPlainMutations(unread, query);
    if (!mutations) return null;
    return async (head, reply) => {
      const body = await head.readBody();
      // The client has gone.
      if (body === null) return undefined;
      const enter = () => enterForChange(loadGate, head.req.path);
      return send(reply, await answer({ calls: withBody(mutations, body), enter }, head, head.requestId));
    };
  };

  return { web, fast };
}
