import {
  notifyManager,
  onlineManager,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type MutationOptions,
  type Query,
} from '@tanstack/react-query';
import { isTimedOut, isTransientError } from '../errors/error-data.ts';
import { keepEqual } from './keep-equal.ts';

export function createQueryClient(): QueryClient {
  // Notifies in the task of the press that started the call: with a timer, the second tap of two could arrive before the
  // button is busy.
  notifyManager.setScheduler(queueMicrotask);
  const client = new InvalidatingClient({
    defaultOptions: {
      queries: {
        // Without a network a query fails and reports it, instead of pausing silently.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        structuralSharing: keepEqual,
        // After a timeout the user decides, or the next poll.
        retry: (failures, error) => failures < 2 && isTransientError(error) && !isTimedOut(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
  onlineManager.subscribe((isOnline) => {
    // A failing query is not refetched automatically, and its last attempt may already be lost.
    if (isOnline) void client.refetchQueries({ type: 'active', predicate: isFailing });
  });
  return client;
}

/**
 * Also invalidates fetches in flight. The library cancels a refetch and starts another one, but joins a first fetch, because
 * its callers would wait forever. An answer older than the change would then show, and count as fresh.
 */
class InvalidatingClient extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const overtaken = this.getQueryCache().findAll(filters).filter(isJoined);
    const askAgain = async (query: Query): Promise<void> => {
      // Joins the running fetch. If it fails, no outdated answer remains.
      const isAnswered = await query.fetch().then(
        () => true,
        () => false,
      );
      if (!isAnswered) return;
      const { queryKey } = query;
      await super.invalidateQueries({ ...filters, queryKey, exact: true, fetchStatus: 'idle' }, options);
    };
    const asking = overtaken.map((query) => ({ isShown: query.isActive(), asked: askAgain(query) }));
    // Only queries with observers keep the caller waiting.
    const shown = asking.filter(({ isShown }) => isShown).map(({ asked }) => asked);
    await Promise.all([super.invalidateQueries(filters, options), ...shown]);
  }

  /**
   * The library keeps a mutation pending until its `onSettled` resolves, and our callbacks return their refetch, so that a
   * button stays busy until the new state shows. After an error the button must be free at once, to be pressed again.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- The signature of the library.
  override defaultMutationOptions<T extends MutationOptions<any, any, any, any>>(options?: T): T {
    const defaulted = super.defaultMutationOptions(options);
    const { onSettled } = defaulted;
    if (options?._defaulted || onSettled === undefined) return defaulted;
    return {
      ...defaulted,
      onSettled: (...args: Parameters<typeof onSettled>) => {
        const settled = onSettled(...args);
        const [, error] = args;
        return error === null ? settled : undefined;
      },
    };
  }
}

const isJoined = (query: Query): boolean =>
  query.state.fetchStatus === 'fetching' && (query.state.data === undefined || !query.isActive());

const isFailing = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && state.fetchFailureCount > 0;
