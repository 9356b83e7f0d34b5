import { trpcServer } from '@hono/trpc-server';
import {
  answerQueries,
  appRouter,
  enforcePolicy,
  findPolicy,
  isSubscription,
  readQueries,
  toTransportError,
  toWrittenAtMs,
  type Context,
  type Queries,
  type Services,
} from '@relato/api';
import { type ErrorCode, limits, RateLimitedError, serverLimits } from '@relato/contract';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import type { AppEnv } from '../../http/app-env.ts';
import type { FastReply, FastRoute } from '../../http/fast-path.ts';
import type { Authenticator } from '../../middleware/authenticate.ts';
import type { RoutePolicies } from '../../middleware/authorize-route.ts';
import type { ClientNetworkReader } from '../../middleware/client-network.ts';
import { compressAnswer } from '../../middleware/compress-answer.ts';
import type { RequestHead } from '../../middleware/request-head.ts';
import { enterGate, overloaded, shedLoad, type LoadGate } from '../../middleware/shed-load.ts';
import { liveRoute } from './live.ts';
import { createSharedAnswers, isShared, type SharedAnswer } from './shared-answers.ts';

export const trpcPolicies = {
  'ALL /trpc/*': { description: 'the procedures, each by its own policy', caller: 'anyone' },
} as const satisfies RoutePolicies;

interface TrpcOptions {
  readonly logger: Logger;
  readonly authenticate: Authenticator;
  readonly readNetwork: ClientNetworkReader;
  readonly loadGate: LoadGate;
}

interface QueriesReply extends FastReply {
  readonly body: Buffer | string;
}

interface QueriesAnswer extends SharedAnswer {
  readonly errors: readonly { readonly path: string; readonly error: TransportError }[];
}

type TransportError = NonNullable<ReturnType<typeof toTransportError>>;

interface TrpcRoutes {
  readonly web: Hono<AppEnv>;
  /** Answers plain queries, and refuses any call beyond the capacity. The app answers everything else. */
  readonly fast: FastRoute;
}

const toBody = (code: ErrorCode) => ({ error: code }) as const;

/** Refuses other types, because tRPC would also accept forms and bytes, which bypass the checks of inputs. */
const requireJson = createMiddleware(async (c, next) => {
  return c.req.method === 'POST' && !isJson(c) ? c.json(toBody('INVALID_INPUT'), 415) : next();
});

/**
 * Subscriptions reach the adapter only in unusual forms, and would take ten times the memory there. The adapter trims
 * slashes and decodes.
 */
const refuseSubscriptions = createMiddleware(async (c, next) => {
  const path = tryDecode(new URL(c.req.url).pathname) ?? '';
  return path.split(/[,/]/).some(isSubscription) ? c.json(toBody('INVALID_INPUT'), 400) : next();
});

function tryDecode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const isJson = ({ req }: RequestHead): boolean =>
  /^application\/json(?:\s*;|$)/i.test(req.header('content-type') ?? '');

/** A program keeps no cookies, so its own writes are unknown. */
const isProgram = ({ req }: RequestHead): boolean => req.header('authorization') !== undefined;

const plainPath = /^\/trpc\/([\w.]+(?:,[\w.]+)*)$/;

/** Reads a request for queries whose answer is one JSON text. Returns null for any other request, and for one with a body. */
function readPlainQueries({ req }: RequestHead, query: string): Queries | null {
  const [, paths] = (req.method === 'GET' && plainPath.exec(req.path)) || [];
  const isPlain =
    unusualHeaders.every((name) => req.header(name) === undefined) &&
    !req.header('accept')?.includes('jsonl');
  return paths !== undefined && isPlain ? readQueries(paths, new URLSearchParams(query)) : null;
}

const unusualHeaders = ['content-type', 'content-length', 'transfer-encoding', 'trpc-accept'] as const;

/** Returns whether a body has a length within the limit. Node would accept an unlimited body that is not read. */
function hasBoundedBody({ req }: RequestHead): boolean {
  const [length] = /^\d{1,9}$/.exec(req.header('content-length') ?? '') ?? [];
  return Number(length ?? 0) > 0 && Number(length) <= serverLimits.body.maxBytes;
}

const toHeaders = (more: QueriesReply['headers']): QueriesReply['headers'] => ({
  'Content-Type': 'application/json',
  Vary: 'trpc-accept, accept, Accept-Encoding',
  ...more,
});

const overloadedReply: QueriesReply = {
  ...overloaded,
  headers: toHeaders(overloaded.headers),
  body: JSON.stringify(overloaded.body),
};

/** Returns the longest wait among the errors of an answer. */
function toRetryHeaders(errors: readonly { readonly cause?: unknown }[]): Readonly<Record<string, string>> {
  const waits = errors.map(({ cause }) => (cause instanceof RateLimitedError ? cause.retryAfterSeconds : 0));
  const longest = Math.max(0, ...waits);
  return longest > 0 ? { 'Retry-After': String(longest) } : {};
}

async function compute(queries: Queries, open: () => Promise<Context>): Promise<QueriesAnswer> {
  const { status, text, errors } = await answerQueries(queries, open);
  return { status, errors, body: { plain: text } };
}

/** `/trpc`: the procedures of `@relato/api`. Plain queries are answered here, everything else by tRPC's adapter. */
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

  const share = createSharedAnswers<QueriesAnswer>(services);

  /** Counts the calls of a visitor here, because a shared answer does not run them. */
  async function answerShared(address: string, queries: Queries, context: Context): Promise<QueriesAnswer> {
    try {
      for (const { policy, input } of queries.calls) await enforcePolicy(policy, context, async () => input);
    } catch {
      // Each call is then refused or answered on its own, and some count twice.
      return compute(queries, async () => context);
    }
    const rateLimiter = { ...services.rateLimiter, consume: async () => {} };
    const open = async () => ({ ...context, services: { ...services, rateLimiter } });
    return share(address, async () => {
      const { body, ...answered } = await compute(queries, open);
      // Encodes a shared text only once.
      return { ...answered, body: { plain: Buffer.from(body.plain) } };
    });
  }

  async function answer(
    queries: Queries,
    head: RequestHead,
    { requestId, query }: { readonly requestId: string; readonly query: string },
  ): Promise<QueriesReply> {
    const leave = enterGate(loadGate, queries);
    if (!leave) return overloadedReply;
    try {
      const cookies: string[] = [];
      const open = () => createContext(head, requestId, queries.calls, (line) => void cookies.push(line));
      const { status, errors, body } = isShared(head, queries.calls)
        ? await open().then(
            (context) => answerShared(`${head.req.path}?${query}`, queries, context),
            (error: unknown) => compute(queries, () => Promise.reject(error)),
          )
        : await compute(queries, open);
      for (const { error, path } of errors) logFailure(error, path);
      const gzipped = await compressAnswer(head, body);
      const more = {
        ...(gzipped && { 'Content-Encoding': 'gzip' }),
        ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
        ...toRetryHeaders(errors.map(({ error }) => error)),
      };
      return { status, headers: toHeaders(more), body: gzipped ?? body.plain };
    } finally {
      leave();
    }
  }

  const web = new Hono<AppEnv>()
    .use('/*', async (c, next) => {
      const query = new URL(c.req.url).search.slice(1);
      const queries = readPlainQueries(c, query);
      if (!queries) return next();
      const requestId = c.get('requestId');
      const { status, headers, body } = await answer(queries, c, { requestId, query });
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
        maxSize: serverLimits.body.maxBytes,
        onError: (c) => c.json(toBody('BODY_TOO_BIG'), 413),
      }),
      shedLoad(loadGate),
      refuseSubscriptions,
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

  const answerLive = liveRoute({ loadGate, overloadedReply, createContext, logFailure, toRetryHeaders });

  const fast: FastRoute = (head, query) => {
    const { method, path } = head.req;
    // A refusal must be cheap, because a flood would otherwise leave no time for admitted calls. A call beyond the capacity
    // is therefore refused before anything else is read.
    const isBounded = method !== 'POST' || hasBoundedBody(head);
    if (path.startsWith('/trpc/') && isBounded && loadGate.isFull(method === 'POST' ? 'first' : 'read'))
      return () => overloadedReply;
    const live = answerLive(head, query);
    if (live) return live;
    const queries = readPlainQueries(head, query);
    return queries && ((requestId) => answer(queries, head, { requestId, query }));
  };

  return { web, fast };
}
