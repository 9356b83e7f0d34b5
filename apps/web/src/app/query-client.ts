import { QueryClient } from '@tanstack/react-query';
import { isTransientError } from './error-data.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a query fails and says so, rather than waiting without a word.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTransientError(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}
