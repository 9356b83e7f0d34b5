import type { Session } from '@relato/contract/account/types';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../calls/trpc.ts';

/**
 * Shows a session that the server has just begun, or null for one that it ended. An answer to `account.session` in flight is
 * older, and would revert that until the next poll. Callers that wait for it get this session instead.
 */
export function setSession(queryClient: QueryClient, session: Session | null): void {
  const queryKey = getQueryKey(trpc.account.session, undefined, 'query');
  queryClient.setQueryData(queryKey, session);
  // Cancelled only after the data is set: a cancelled fetch without data rejects, and its callers would see a visitor.
  void queryClient.cancelQueries({ queryKey });
}
