import { limits } from '@relato/contract/limits';
import { trpc } from '../../lib/calls/trpc.ts';
import { useIsVisitor, useSession } from '../../lib/session/use-session.ts';

const none: readonly string[] = [];

/**
 * Returns the words that the viewer mutes, or null while they are unknown. After a failed call the lists show in full until a
 * later one succeeds, because most users mute no word.
 */
export function useMutedWords(): readonly string[] | null {
  const isVisitor = useIsVisitor();
  const { data, isFetched } = trpc.blocks.words.useQuery(undefined, {
    enabled: useSession().status === 'signed-in',
    staleTime: limits.refresh.intervalMs,
    // Lists that open later need not wait again.
    gcTime: Infinity,
    refetchInterval: ({ state }) => !state.data && limits.refresh.intervalMs,
  });
  return data ?? (isVisitor || isFetched ? none : null);
}
