import type { SessionUser } from '@relato/contract/auth';
import { limits } from '@relato/contract/limits';
import { trpc } from '../../trpc.ts';

export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly user: SessionUser };

/** Who is there. Asked again every 30 s while the tab is visible and when it is looked at, so a sign-out elsewhere shows. */
export function useSession(): SessionState {
  const { data, isPending } = trpc.auth.session.useQuery(undefined, {
    staleTime: limits.refresh.sessionMs,
    refetchInterval: limits.refresh.sessionMs,
    refetchOnWindowFocus: 'always',
  });
  if (data) return { status: 'signed-in', user: data.user };
  // Unreachable server: the person is treated as a visitor until it answers.
  return isPending ? { status: 'loading' } : { status: 'signed-out' };
}
