import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useRef } from 'react';
import { trpc } from '../../trpc.ts';
import { onSessionChange } from './session-channel.ts';
import { useSession } from './use-session.ts';

const kept = new Set(
  [getQueryKey(trpc.auth.session), getQueryKey(trpc.settings.public)].map(([path]) => String(path)),
);

/** Follows the other tabs, and lets go of everything that was loaded for somebody else. */
export function SessionSync() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : null;
  const knownUserId = useRef(userId);
  const isKnown = useRef(false);

  useEffect(() => onSessionChange(() => void utils.auth.session.invalidate()), [utils]);

  useEffect(() => {
    if (session.status === 'loading') return;
    const changed = isKnown.current && knownUserId.current !== userId;
    isKnown.current = true;
    knownUserId.current = userId;
    if (changed) {
      void queryClient.resetQueries({ predicate: ({ queryKey }) => !kept.has(String(queryKey[0])) });
    }
  }, [session.status, userId, queryClient]);

  return null;
}
