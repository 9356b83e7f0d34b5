import type { AppRouter } from '@relato/api';
import { limits } from '@relato/contract/limits';
import { httpBatchLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import transformer from 'superjson';
import { fetchWithTimeout } from './fetch-with-timeout.ts';

export { transformer };

export const trpc = createTRPCReact<AppRouter>();

export function createTrpcClient() {
  return trpc.createClient({
    links: [
      httpBatchLink({
        url: '/trpc',
        transformer,
        maxItems: limits.batch.maxCalls,
        fetch: fetchWithTimeout,
      }),
    ],
  });
}
