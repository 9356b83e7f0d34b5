import { trpcServer } from '@hono/trpc-server';
import { appRouter, findPolicy, toTransportError, type Context, type Services } from '@relato/api';
import { limits, RateLimitedError, type ErrorCode } from '@relato/contract';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { AppEnv } from '../app.ts';
import type { Authenticator } from '../middleware/authenticate.ts';
import type { RoutePolicies } from '../middleware/authorize-route.ts';
import type { ClientNetworkReader } from '../middleware/client-network.ts';
import type { LoadGate } from '../load-gate.ts';
import { compressAnswers } from '../middleware/compress-answers.ts';
import { shedLoad } from '../middleware/shed-load.ts';

export const trpcPolicies = {
  'ALL /trpc/*': { description: 'the procedures, each by its own policy', caller: 'anyone' },
} as const satisfies RoutePolicies;

interface TrpcOptions {
  readonly logger: Logger;
  readonly authenticate: Authenticator;
  readonly readNetwork: ClientNetworkReader;
  readonly loadGate: LoadGate;
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

/** `/trpc`: the procedures of `@relato/api`. */
export function trpcRoutes(
  services: Services,
  { logger, authenticate, readNetwork, loadGate }: TrpcOptions,
): Hono<AppEnv> {
  return new Hono<AppEnv>().use(
    '/*',
    noStore,
    compressAnswers,
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
      createContext: async ({ resHeaders, info }, c): Promise<Record<string, unknown>> => {
        const policies = info.calls.flatMap(({ path }) => findPolicy(path) ?? []);
        const signedIn = await authenticate(c, policies).catch((error: unknown) => {
          throw toTransportError(error) ?? error;
        });
        if (signedIn?.isProlonged)
          resHeaders.append('Set-Cookie', services.auth.cookies.session.serialize(signedIn.token));
        const context: Context = {
          services,
          viewer: signedIn?.viewer ?? null,
          session: signedIn && { token: signedIn.token, expiresAt: signedIn.expiresAt },
          request: {
            id: c.get('requestId'),
            userAgent: c.req.header('user-agent') ?? null,
            deviceToken: services.auth.cookies.trustedDevice.read(c.req.header('cookie') ?? ''),
            ...readNetwork(c),
          },
          setCookie: (line) => resHeaders.append('Set-Cookie', line),
        };
        return { ...context };
      },
      responseMeta: ({ errors }) => {
        const waits = errors.map(({ cause }) =>
          cause instanceof RateLimitedError ? cause.retryAfterSeconds : 0,
        );
        const longest = Math.max(0, ...waits);
        return longest > 0 ? { headers: { 'Retry-After': String(longest) } } : {};
      },
      onError: ({ error, path }) => {
        if (error.code !== 'INTERNAL_SERVER_ERROR' && error.code !== 'SERVICE_UNAVAILABLE') return;
        logger.error({ err: error.cause ?? error, path }, 'procedure failed');
      },
    }),
  );
}
