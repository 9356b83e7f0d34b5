import { limits } from '@relato/contract/limits';
import { trpc } from '../../lib/calls/trpc.ts';
import { useSession } from '../../lib/session/use-session.ts';

const none: readonly string[] = [];

/** Returns the words that the viewer mutes. */
export function useMutedWords(): readonly string[] {
  const { data } = trpc.blocks.words.useQuery(undefined, {
    enabled: useSession().status === 'signed-in',
    staleTime: limits.refresh.intervalMs,
  });
  return data ?? none;
}
