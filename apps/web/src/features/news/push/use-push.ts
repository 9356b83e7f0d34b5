import type { UserId } from '@relato/contract/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { trpc } from '../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { pushText } from '../../../messages/bell/push.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { disablePush, enablePush, mendPush, readPushState, type PushState } from './push-browser.ts';

const { on, failed, failedOff, refused } = pushText.here;
const queryKey = (userId: UserId) => ['push', userId];
const showFailure = (title: string) => (error: unknown) =>
  showToast({ title, text: toErrorText(error), tone: 'destructive' });

/** Returns whether this browser shows notifications to a user. */
export function usePushState(userId: UserId) {
  const { client } = trpc.useUtils();
  const look = async () => {
    // The server may have dropped the subscription of this browser.
    await mendPush(client).catch(() => undefined);
    return readPushState(userId);
  };
  return useQuery({ queryKey: queryKey(userId), queryFn: look, staleTime: 0, refetchOnWindowFocus: false });
}

/** Turns the notifications of this browser on, with the key of the server. */
export function useEnablePush(userId: UserId) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (pushKey: string) => enablePush(client, userId, pushKey),
    onSuccess: (state: PushState) => {
      queryClient.setQueryData(queryKey(userId), state);
      if (state === 'on') showToast({ title: on });
      if (state === 'refused') showToast({ title: failed, text: refused, tone: 'destructive' });
    },
    onError: showFailure(failed),
  });
}

export function useDisablePush(userId: UserId) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => disablePush(client),
    onError: showFailure(failedOff),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKey(userId) }),
  });
}
