import { notifyManager, onlineManager, QueryClient, type Query } from '@tanstack/react-query';
import { isTimedOut, isTransientError } from '../errors/error-data.ts';

export function createQueryClient(): QueryClient {
  // In the task of the press that began a call: by a timer, the second tap of two may come before its button is busy.
  notifyManager.setScheduler(queueMicrotask);
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a query fails and says so, rather than waiting without a word.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        // After a wait of the whole time limit the person decides, and the next refresh.
        retry: (failures, error) => failures < 2 && isTransientError(error) && !isTimedOut(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
  onlineManager.subscribe((isOnline) => {
    // What is failing just then is not asked for anew, and its last try may be lost already.
    if (isOnline) void client.refetchQueries({ type: 'active', predicate: isFailing });
  });
  return client;
}

const isFailing = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && state.fetchFailureCount > 0;
