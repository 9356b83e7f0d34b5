import { notifyManager, onlineManager, QueryClient, type Query } from '@tanstack/react-query';
import { isTimedOut, isTransientError } from '../errors/error-data.ts';

export function createQueryClient(): QueryClient {
  // In the task of the press that started the call: with a timer, the second tap of two may come before the button is
  // busy.
  notifyManager.setScheduler(queueMicrotask);
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a query fails and reports it, instead of pausing silently.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        // After a timeout the user decides, or the next refresh.
        retry: (failures, error) => failures < 2 && isTransientError(error) && !isTimedOut(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
  onlineManager.subscribe((isOnline) => {
    // A failing query is not refetched by itself, and its last try may be lost already.
    if (isOnline) void client.refetchQueries({ type: 'active', predicate: isFailing });
  });
  return client;
}

const isFailing = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && state.fetchFailureCount > 0;
