import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { trpc } from '../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { pushText } from '../../../messages/bell/push.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { disablePush, enablePush, readPushState, type PushState } from './push-browser.ts';

const { on, failed, refused } = pushText.here;
const queryKey = (userId: string) => ['push', userId];
const showFailure = (error: unknown) =>
  showToast({ title: failed, text: toErrorText(error), tone: 'destructive' });

/** What this browser does for a user. */
export const usePushState = (userId: string) =>
  useQuery({ queryKey: queryKey(userId), queryFn: () => readPushState(userId), staleTime: 0 });

/** Turns the notifications of this browser on, with the key of the server. */
export function useEnablePush(userId: string) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (pushKey: string) => enablePush(client, userId, pushKey),
    onSuccess: (state: PushState) => {
      queryClient.setQueryData(queryKey(userId), state);
      if (state === 'on') showToast({ title: on });
      if (state === 'refused') showToast({ title: failed, text: refused, tone: 'destructive' });
    },
    onError: showFailure,
  });
}

export function useDisablePush(userId: string) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => disablePush(client),
    onError: showFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKey(userId) }),
  });
}
