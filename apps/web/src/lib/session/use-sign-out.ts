import { useQueryClient } from '@tanstack/react-query';
import { sessionText } from '../../messages/account/session.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { trpc } from '../calls/trpc.ts';
import { forgetTab } from '../tab-storage.ts';
import { setSession } from './set-session.ts';
import { announceSession } from './session-channel.ts';

export function useSignOut() {
  const queryClient = useQueryClient();
  return trpc.account.signOut.useMutation({
    onSuccess: () => {
      setSession(queryClient, null);
      announceSession('signed-out');
      forgetTab();
      showToast({ title: sessionText.signedOut });
    },
    onError: () => showToast({ ...sessionText.signOutFailed, tone: 'destructive' }),
  });
}
