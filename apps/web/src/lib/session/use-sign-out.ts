import { useQueryClient } from '@tanstack/react-query';
import { sessionText } from '../../messages/account/session.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { trpc } from '../calls/trpc.ts';
import { getErrorCode } from '../errors/error-data.ts';
import { leaveSession } from './leave-session.ts';

export function useSignOut() {
  const queryClient = useQueryClient();
  const { account } = trpc.useUtils();
  const leave = () => {
    leaveSession(queryClient);
    showToast({ title: sessionText.signedOut });
  };
  /** Returns whether the session has ended elsewhere, or although the answer was lost. */
  const hasEnded = async (error: unknown): Promise<boolean> => {
    if (getErrorCode(error) === 'UNAUTHENTICATED') return true;
    try {
      return (await account.session.fetch(undefined, { staleTime: 0, retry: false })) === null;
    } catch {
      return false;
    }
  };
  return trpc.account.signOut.useMutation({
    onSuccess: leave,
    onError: async (error) => {
      if (await hasEnded(error)) leave();
      else showToast({ ...sessionText.signOutFailed, tone: 'destructive' });
    },
  });
}
