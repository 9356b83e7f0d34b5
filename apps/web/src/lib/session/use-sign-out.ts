import { sessionText } from '../../messages/session.ts';
import { showToast } from '../../ui/toast-store.ts';
import { trpc } from '../calls/trpc.ts';
import { forgetTab } from '../tab-storage.ts';
import { announceSession } from './session-channel.ts';

/** Signs out here and in the other tabs, and shows it. */
export function useSignOut() {
  const utils = trpc.useUtils();
  return trpc.account.signOut.useMutation({
    onSuccess: () => {
      utils.account.session.setData(undefined, null);
      announceSession('signed-out');
      forgetTab();
      showToast({ title: sessionText.signedOut });
    },
    onError: () => showToast({ ...sessionText.signOutFailed, tone: 'destructive' }),
  });
}
