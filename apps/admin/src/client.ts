import type { AppRouter } from '@relato/api';
import { createTRPCClient, httpLink } from '@trpc/client';
import superjson from 'superjson';
import { CommandError, exitCodes, notRelato } from './errors.ts';

export type AdminClient = ReturnType<typeof createAdminClient>;

/** Longer than the longest that a procedure takes: to count everything there is. */
const callTimeoutMs = 150_000;

/**
 * Every procedure of the server, with its types, over HTTP. `token` is a session of `auth.signIn`, sent as a bearer to
 * this address and no other: a server that sends elsewhere is not followed.
 */
export const createAdminClient = ({ url, token }: { readonly url: string; readonly token: string | null }) =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url}/trpc`,
        transformer: superjson,
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
        fetch: (input, init) => request(url, String(input), init as RequestInit), // tRPC describes it in terms of several fetches
      }),
    ],
  });

/** Throws a CommandError for a server that cannot be reached, or answers something else than JSON. */
async function request(server: string, input: string, init: RequestInit): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(callTimeoutMs);
    const response = await fetch(input, { ...init, redirect: 'error', signal });
    await response.clone().json();
    return response;
  } catch (cause) {
    if (cause instanceof SyntaxError) throw notRelato(server, cause);
    throw new CommandError(exitCodes.noAnswer, `Cannot reach ${server}: ${toReason(cause)}`, { cause });
  }
}

/** The innermost error says what happened: `fetch failed` does not. */
function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it does not answer';
  if (error instanceof AggregateError) return toReason(error.errors[0]);
  return error.cause instanceof Error ? toReason(error.cause) : error.message;
}
