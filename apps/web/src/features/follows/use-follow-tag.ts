import { useRef } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { followsText } from '../../messages/follows.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { toFailure } from './use-follow.ts';

export interface FollowedTag {
  /** The subject as it stands in the address. */
  readonly tag: string;
  /** The subject as it is displayed. */
  readonly name: string;
  readonly isFollowing: boolean;
}

/**
 * Follows or unfollows a subject. Shows the change at once, reverts it on failure, and ignores presses until the server
 * answers.
 */
export function useFollowTag({ tag, name, isFollowing }: FollowedTag): () => void {
  const utils = trpc.useUtils();
  const isSending = useRef(false);
  const show = (isFollowed: boolean) =>
    utils.stories.subject.setData(
      { tag },
      (subject) => subject && { ...subject, viewer: { isFollowing: isFollowed } },
    );

  const options = (wanted: boolean) => ({
    onMutate: async () => {
      // An answer in flight is older than the press.
      await utils.stories.subject.cancel({ tag });
      show(wanted);
    },
    onSuccess: () => showToast({ title: wanted ? followsText.following : followsText.unfollowed }),
    onError: (error: unknown) => {
      show(!wanted);
      showToast({ ...toFailure(error), tone: 'destructive' });
      void utils.account.session.invalidate();
    },
    onSettled: () => {
      isSending.current = false;
      void utils.stories.subject.invalidate({ tag });
      void utils.follows.tags.invalidate();
    },
  });
  const follow = trpc.follows.followTag.useMutation(options(true));
  const unfollow = trpc.follows.unfollowTag.useMutation(options(false));

  return () => {
    if (isSending.current) return;
    isSending.current = true;
    (isFollowing ? unfollow : follow).mutate({ tag: name });
  };
}
