import type { Session } from '@relato/contract/account/types';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../calls/trpc.ts';

/**
 * Shows a session that the server has just begun, or null for one that it ended. An answer to `account.session` that is on
 * its way is older, and would revert that until the next refresh. Who waits for that answer gets this session instead.
 */
export function setSession(queryClient: QueryClient, session: Session | null): void {
  const queryKey = getQueryKey(trpc.account.session, undefined, 'query');
  queryClient.setQueryData(queryKey, session);
  // Afterwards: a fetch that is cancelled without data rejects, and its callers take that for a visitor.
  void queryClient.cancelQueries({ queryKey });
}
