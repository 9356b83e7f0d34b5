import type { Session } from '@relato/contract/account/types';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../calls/trpc.ts';

/**
 * Shows a session that the server has just begun, or null for one that it ended. An answer to `account.session` that is on
 * its way is older, and would revert that until the next refresh.
 */
export async function setSession(queryClient: QueryClient, session: Session | null): Promise<void> {
  const queryKey = getQueryKey(trpc.account.session, undefined, 'query');
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, session);
}
