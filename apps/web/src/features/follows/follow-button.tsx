import type { PublicProfile } from '@relato/contract/profiles/types';
import { Bell, BellRing } from 'lucide-react';
import { trpc } from '../../lib/calls/trpc.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { followsText } from '../../messages/follows.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { useFollow } from './use-follow.ts';

export function FollowButton({ profile }: { readonly profile: PublicProfile }) {
  const toggle = useFollow(profile);
  const { isFollowing } = profile.viewer;
  return (
    <>
      <Button variant={isFollowing ? 'secondary' : 'primary'} onClick={toggle}>
        {isFollowing ? followsText.unfollow : followsText.follow}
      </Button>
      {isFollowing && <ToldButton profile={profile} />}
    </>
  );
}

function ToldButton({ profile: { id, username, viewer } }: { readonly profile: PublicProfile }) {
  const utils = trpc.useUtils();
  const { isTold } = viewer;
  const setTold = trpc.follows.setTold.useMutation({
    onError: (error) =>
      showToast({ title: followsText.errors.action, text: toErrorText(error), tone: 'destructive' }),
    onSettled: () => utils.profiles.byUsername.invalidate({ username }),
  });
  const Icon = isTold ? BellRing : Bell;
  return (
    <Button
      variant="ghost"
      size="small"
      className="mx-auto mt-2 flex"
      busy={setTold.isPending}
      onClick={() => setTold.mutate({ userId: id, told: !isTold })}
    >
      <Icon aria-hidden="true" />
      {isTold ? followsText.told : followsText.tell}
    </Button>
  );
}
