import type { Session, SessionUser } from '@relato/contract/account/types';
import { limits } from '@relato/contract/limits';
import { onlineManager, type QueryState } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../calls/trpc.ts';
import { isTransientError } from '../errors/error-data.ts';
import { readRememberedSession } from './remembered-session.ts';

type SessionState =
  | { readonly status: 'loading' }
  | {
      readonly status: 'signed-out';
      /** The server did not answer; the user counts as a visitor until it does. */
      readonly unanswered?: { readonly isRetrying: boolean; readonly retry: () => void };
    }
  | { readonly status: 'signed-in'; readonly user: SessionUser };

interface Refreshed {
  readonly state: Pick<QueryState<unknown, unknown>, 'error' | 'dataUpdatedAt'>;
}

/**
 * Returns after how long the session is refetched. A failed refresh may be the one after a refused press, so it is soon
 * repeated, but only for a moment: the server may be overloaded. The return of the network refetches by itself.
 */
const toRefetchMs = ({ state }: Refreshed): number =>
  Date.now() - state.dataUpdatedAt < limits.session.retriedForMs &&
  onlineManager.isOnline() &&
  isTransientError(state.error)
    ? limits.session.retryMs
    : limits.session.refreshMs;

/** Selects the user, because the expiry changes with each refetch and would rerender every component that uses the session. */
const toUser = (session: Session | null): SessionUser | null => session?.user ?? null;

/**
 * Returns the signed-in user. Refetched every 30 s while the tab is visible and on focus, so that a sign-out elsewhere
 * shows.
 */
export function useSession(): SessionState {
  const query = trpc.account.session.useQuery(undefined, {
    staleTime: limits.session.refreshMs,
    refetchInterval: toRefetchMs,
    refetchOnWindowFocus: 'always',
    select: toUser,
  });
  const { data: user } = query;
  if (user) return { status: 'signed-in', user };
  if (user === null) return { status: 'signed-out' };
  // A repeated call does not count as loading again: each part that appears repeats it, and would give way to a placeholder,
  // appear and repeat it without an end. Read only here, because each query result renders again for what is read of it.
  if (query.errorUpdateCount === 0) return { status: 'loading' };
  return {
    status: 'signed-out',
    unanswered: { isRetrying: query.isFetching, retry: () => void query.refetch() },
  };
}

/**
 * Returns whether the viewer has no account. While the session loads, the last visit decides, so that content for visitors
 * does not push away a button that the user is about to press.
 */
export function useIsVisitor(): boolean {
  const { status } = useSession();
  const [wasVisitor] = useState(() => readRememberedSession() === null);
  return status === 'loading' ? wasVisitor : status === 'signed-out';
}
