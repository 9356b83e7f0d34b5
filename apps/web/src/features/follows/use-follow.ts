import type { UserId } from '@relato/contract/ids';
import type { Page } from '@relato/contract/paging';
import type { FollowableProfile, PublicProfile } from '@relato/contract/profiles/types';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useRef } from 'react';
import { patchStory, refetchStoriesInFlight } from '../../lib/calls/patch-story.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { followsText } from '../../messages/follows.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';

/** Runs the mutations of one follow in order: the bell shows before the server has stored the follow. */
export const toFollowScope = (userId: UserId): { readonly id: string } => ({ id: `follow ${userId}` });

type Followed = Pick<FollowableProfile, 'id' | 'username'> & {
  readonly viewer: Pick<FollowableProfile['viewer'], 'isFollowing'>;
};

/**
 * Follows or unfollows a user. The profile and the lists change at once, a failure reverts them, and afterwards the
 * server's state is refetched. Presses are ignored until the server answers, so that a double tap counts once.
 */
export function useFollow({ id, username, viewer }: Followed): () => void {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const isSending = useRef(false);
  const show = (isFollowing: boolean) => patchFollow({ utils, queryClient }, { id, username }, isFollowing);

  const options = (isFollowing: boolean) => ({
    scope: toFollowScope(id),
    onMutate: async () => {
      // An answer in flight is older than the press.
      await utils.profiles.byUsername.cancel({ username });
      await queryClient.cancelQueries({ queryKey: getQueryKey(trpc.follows) });
      show(isFollowing);
    },
    onSuccess: () => {
      // A list that loaded meanwhile may be older.
      show(isFollowing);
      // Not in `onMutate`, because the server accepts a comment for followers only now.
      patchStory(queryClient, id, ({ viewer }) =>
        viewer.isFollower === undefined ? {} : { viewer: { ...viewer, isFollower: isFollowing } },
      );
      void refetchStoriesInFlight(queryClient);
      showToast({ title: isFollowing ? followsText.following : followsText.unfollowed });
    },
    onError: (error: unknown) => {
      show(!isFollowing);
      showToast({ ...toFailure(error), tone: 'destructive' });
      void utils.account.session.invalidate();
    },
    onSettled: () => {
      isSending.current = false;
      void utils.profiles.invalidate();
      // A refresh only removes stories that are no longer public, so it would keep those of an unfollowed user.
      void utils.stories.feed.reset({ order: 'following' });
      // An open list keeps its items: a user who was unfollowed in it can be followed again.
      void utils.follows.invalidate(undefined, { refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.follows), fetchStatus: 'fetching' });
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

export function toFailure(error: unknown): { readonly title: string; readonly text?: string } {
  const code = getErrorCode(error);
  if (code === 'UNAUTHENTICATED') return { title: followsText.errors.signIn };
  if (code === 'FOLLOW_SELF') return { title: followsText.errors.self };
  return { title: followsText.errors.action, text: toErrorText(error) };
}

interface Cache {
  readonly utils: ReturnType<typeof trpc.useUtils>;
  readonly queryClient: QueryClient;
}

/** Sets `isFollowing` of a user on the profile and in every loaded list. */
function patchFollow(
  { utils, queryClient }: Cache,
  { id, username }: Pick<FollowableProfile, 'id' | 'username'>,
  isFollowing: boolean,
): void {
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
}

/** Returns the profile with `isFollowing` set. The counter moves by one, unless nothing changes. */
export function withFollowing(profile: PublicProfile, isFollowing: boolean): PublicProfile {
  if (profile.viewer.isFollowing === isFollowing) return profile;
  const followersCount = Math.max(0, profile.followersCount + (isFollowing ? 1 : -1));
  return { ...profile, followersCount, viewer: { ...profile.viewer, isFollowing, isTold: false } };
}

interface PeoplePages {
  readonly pages: readonly Page<FollowableProfile>[];
}

/** Returns the list with `isFollowing` set for one user; no item leaves the list while the viewer looks at it. */
export function withFollowingIn<People extends PeoplePages>(
  people: People,
  id: string,
  isFollowing: boolean,
): People {
  const toPerson = (person: FollowableProfile): FollowableProfile =>
    person.id === id ? { ...person, viewer: { ...person.viewer, isFollowing } } : person;
  return {
    ...people,
    pages: people.pages.map((page) => ({ ...page, items: page.items.map((item) => toPerson(item)) })),
  };
}
