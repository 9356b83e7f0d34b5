import type { AppRouter } from '@relato/api';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import superjson from 'superjson';

export type AdminClient = ReturnType<typeof createAdminClient>;

/** Every procedure of the server, with its types, over HTTP. `token` is a session of `auth.signIn`, sent as a bearer. */
export const createAdminClient = ({ url, token }: { readonly url: string; readonly token: string | null }) =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${url}/trpc`,
        transformer: superjson,
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      }),
    ],
  });
