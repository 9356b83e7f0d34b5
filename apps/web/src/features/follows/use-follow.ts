import type { FollowableProfile } from '@relato/contract/profiles/types';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useRef } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { followsText } from '../../messages/follows.ts';
import { showToast } from '../../ui/toast-store.ts';
import { withFollowing, withFollowingIn, type PeoplePages } from './with-following.ts';

/**
 * Follows or unfollows a user. The profile and the lists change at once, a failure reverts them, and afterwards the
 * server's state is refetched. Presses are ignored until the server answers, so that a double tap counts once.
 */
export function useFollow({ id, username, viewer }: FollowableProfile): () => void {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const isSending = useRef(false);
  const show = (isFollowing: boolean) => {
    utils.profiles.byUsername.setData(
      { username },
      (profile) => profile && withFollowing(profile, isFollowing),
    );
    for (const list of [trpc.follows.followers, trpc.follows.following]) {
      queryClient.setQueriesData<PeoplePages>(
        { queryKey: getQueryKey(list) },
        (people) => people && withFollowingIn(people, id, isFollowing),
      );
    }
  };

  const options = (isFollowing: boolean) => ({
    onMutate: async () => {
      // An answer in flight is older than the press.
      await utils.profiles.byUsername.cancel({ username });
      await queryClient.cancelQueries({ queryKey: getQueryKey(trpc.follows) });
      show(isFollowing);
    },
    onSuccess: () => showToast({ title: isFollowing ? followsText.following : followsText.unfollowed }),
    onError: (error: unknown) => {
      show(!isFollowing);
      showToast({ ...toFailure(error), tone: 'destructive' });
      void utils.account.session.invalidate();
    },
    onSettled: () => {
      isSending.current = false;
      void utils.profiles.invalidate();
      // An open list keeps its items: a user who was unfollowed in it can be followed again.
      void utils.follows.invalidate(undefined, { refetchType: 'none' });
    },
  });
  const follow = trpc.follows.follow.useMutation(options(true));
  const unfollow = trpc.follows.unfollow.useMutation(options(false));

  return () => {
    if (isSending.current) return;
    isSending.current = true;
    (viewer.isFollowing ? unfollow : follow).mutate({ userId: id });
  };
}

function toFailure(error: unknown): { readonly title: string; readonly text?: string } {
  const code = getErrorCode(error);
  if (code === 'UNAUTHENTICATED') return { title: followsText.errors.signIn };
  if (code === 'FOLLOW_SELF') return { title: followsText.errors.self };
  return { title: followsText.errors.action, text: toErrorText(error) };
}
