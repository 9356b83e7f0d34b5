import { trpcServer } from '@hono/trpc-server';
import {
  answerQueries,
  appRouter,
  findPolicy,
  readQueries,
  toTransportError,
  type Context,
  type Queries,
  type Services,
} from '@relato/api';
import { limits, RateLimitedError, type ErrorCode } from '@relato/contract';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import type { SocketRoute } from '../answer-at-socket.ts';
import type { AppEnv } from '../app.ts';
import type { LoadGate } from '../load-gate.ts';
import type { Authenticator } from '../middleware/authenticate.ts';
import type { RoutePolicies } from '../middleware/authorize-route.ts';
import type { ClientNetworkReader } from '../middleware/client-network.ts';
import { compressAnswer, type AnswerBody } from '../middleware/compress-answer.ts';
import type { RequestHead } from '../middleware/request-head.ts';
import { enterGate, overloaded, shedLoad } from '../middleware/shed-load.ts';

export const trpcPolicies = {
  'ALL /trpc/*': { description: 'the procedures, each by its own policy', caller: 'anyone' },
} as const satisfies RoutePolicies;

interface TrpcOptions {
  readonly logger: Logger;
  readonly authenticate: Authenticator;
  readonly readNetwork: ClientNetworkReader;
  readonly loadGate: LoadGate;
}

interface QueriesReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

interface TrpcRoutes {
  readonly web: Hono<AppEnv>;
  /** Answers plain queries; the app answers everything else. */
  readonly atSocket: SocketRoute;
}

const toBody = (code: ErrorCode) => ({ error: code }) as const;

/** Answers depend on the viewer and on the moment. */
const noStore = createMiddleware(async (c, next) => {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
});

/** Refuses other types: tRPC would also accept forms and bytes, which bypass the checks of inputs. */
const requireJson = createMiddleware(async (c, next) => {
  const isJson = /^application\/json(?:\s*;|$)/i.test(c.req.header('content-type') ?? '');
  return c.req.method === 'POST' && !isJson ? c.json(toBody('INVALID_INPUT'), 415) : next();
});

const plainPath = /^\/trpc\/([\w.]+(?:,[\w.]+)*)$/;

interface PlainRequest {
  readonly queries: Queries;
  /** The query of the URL. */
  readonly query: string;
}

/** Reads a request for queries without a body, whose answer is one JSON text. Returns null for any other request. */
function readPlainRequest({ req }: RequestHead, query: string): PlainRequest | null {
  const [, paths] = (req.method === 'GET' && plainPath.exec(req.path)) || [];
  const isPlain =
    paths !== undefined &&
    req.header('content-type') === undefined &&
    req.header('content-length') === undefined &&
    req.header('transfer-encoding') === undefined &&
    req.header('trpc-accept') === undefined &&
    !req.header('accept')?.includes('jsonl');
  const queries = isPlain ? readQueries(paths, new URLSearchParams(query)) : null;
  return queries && { queries, query };
}

const overloadedBody = Buffer.from(JSON.stringify(overloaded.body));

const toHeaders = (more: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  Vary: 'trpc-accept, accept, Accept-Encoding',
  ...more,
});

/** The longest wait that the errors of an answer ask for. */
function toRetryHeaders(errors: readonly { readonly cause?: unknown }[]): Readonly<Record<string, string>> {
  const waits = errors.map(({ cause }) => (cause instanceof RateLimitedError ? cause.retryAfterSeconds : 0));
  const longest = Math.max(0, ...waits);
  return longest > 0 ? { 'Retry-After': String(longest) } : {};
}

/** `/trpc`: the procedures of `@relato/api`. Queries are answered here, the rest by tRPC's adapter. */
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
    const signedIn = await authenticate(head, policies).catch((error: unknown) => {
      throw toTransportError(error) ?? error;
    });
    if (signedIn?.isProlonged) setCookie(services.auth.cookies.session.serialize(signedIn.token));
    return {
      services,
      viewer: signedIn?.viewer ?? null,
      session: signedIn && { token: signedIn.token, expiresAt: signedIn.expiresAt },
      request: {
        id: requestId,
        userAgent: head.req.header('user-agent') ?? null,
        deviceToken: services.auth.cookies.trustedDevice.read(head.req.header('cookie') ?? ''),
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
    { queries, query }: PlainRequest,
    head: RequestHead,
    requestId: string,
  ): Promise<QueriesReply> {
    const leave = enterGate(loadGate, query);
    if (!leave)
      return { ...overloaded, cookies: [], headers: toHeaders(overloaded.headers), body: overloadedBody };
    try {
      const cookies: string[] = [];
      const { status, text, errors, shared } = await answerQueries(queries, () =>
        createContext(head, requestId, queries.calls, (line) => void cookies.push(line)),
      );
      for (const { error, path } of errors) logFailure(error, path);
      const bodies = sharedBodies[queries.isBatch ? 'batch' : 'single'];
      const body: AnswerBody = (shared && bodies.get(shared)) ?? { plain: Buffer.from(text) };
      if (shared) bodies.set(shared, body);
      const gzipped = await compressAnswer(head, body);
      const more = {
        ...(gzipped && { 'Content-Encoding': 'gzip' }),
        ...toRetryHeaders(errors.map(({ error }) => error)),
      };
      return { status, cookies, headers: toHeaders(more), body: gzipped ?? body.plain };
    } finally {
      leave();
    }
  }

  const web = new Hono<AppEnv>()
    .get('/*', async (c, next) => {
      const request = readPlainRequest(c, new URL(c.req.url).search.slice(1));
      if (!request) return next();
      const { status, headers, cookies, body } = await answer(request, c, c.get('requestId'));
      for (const line of cookies) c.header('Set-Cookie', line, { append: true });
      return c.body(new Uint8Array(body), status as ContentfulStatusCode, headers); // a status of tRPC has a body
    })
    .use(
      '/*',
      noStore,
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

  const atSocket: SocketRoute = (unread, query) => {
    const request = readPlainRequest(unread, query);
    if (!request) return null;
    return async (head, reply) => {
      const { status, headers, cookies, body } = await answer(request, head, head.requestId);
      const length = { 'Content-Length': body.byteLength };
      reply(status, { ...headers, ...length, ...(cookies.length > 0 && { 'Set-Cookie': [...cookies] }) }).end(
        body,
      );
    };
  };

  return { web, atSocket };
}
