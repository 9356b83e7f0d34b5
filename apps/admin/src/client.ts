import type { AppRouter } from '@relato/api';
import { createTRPCClient, httpLink } from '@trpc/client';
import superjson from 'superjson';
import { claimedNetwork } from '@relato/contract';
import { CommandError, exitCodes, notRelatoError } from './errors.ts';

export type AdminClient = ReturnType<typeof createAdminClient>;

/** Longer than the slowest procedure, which recounts all counters. */
const callTimeoutMs = 150_000;

/**
 * A typed client for the procedures of a server, over HTTP. Sends `token`, a session, as a bearer token only to this server,
 * without following redirects. A call with `claimsNetwork` in its context claims a false address, so that the server can
 * test whether its proxy forwards that.
 */
export const createAdminClient = ({ url, token }: { readonly url: string; readonly token: string | null }) =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url}/trpc`,
        transformer: superjson,
        headers: ({ op: { context } }) => ({
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(context.claimsNetwork === true && { 'x-forwarded-for': claimedNetwork }),
        }),
        fetch: (input, init) => request(url, String(input), init as RequestInit), // tRPC's type covers several implementations of fetch
      }),
    ],
  });

/** The statuses with which a proxy answers for a server. */
const ofProxies: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** Throws a CommandError if the server is unreachable or does not answer with JSON. */
async function request(server: string, input: string, init: RequestInit): Promise<Response> {
  let status: number | undefined;
  try {
    const signal = AbortSignal.timeout(callTimeoutMs);
    const response = await fetch(input, { ...init, redirect: 'error', signal });
    ({ status } = response);
    await response.clone().json();
    return response;
  } catch (cause) {
    if (cause instanceof SyntaxError && !ofProxies.has(status)) throw notRelatoError(server, cause);
    if (cause instanceof SyntaxError)
      throw new CommandError(
        exitCodes.noAnswer,
        `The proxy before ${server} answered ${status}: its server is away, or took too long`,
        { cause },
      );
    throw new CommandError(exitCodes.noAnswer, `Cannot reach ${server}: ${toReason(cause)}`, { cause });
  }
}

/** Returns the message of the innermost error, because the outermost one is only `fetch failed`. */
function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it does not answer';
  if (error instanceof AggregateError) return toReason(error.errors[0]);
  return error.cause instanceof Error ? toReason(error.cause) : error.message;
}
