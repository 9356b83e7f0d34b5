import type { PublicProfile } from '@relato/contract/profiles/types';
import { Bell, BellRing } from 'lucide-react';
import { trpc } from '../../lib/calls/trpc.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { followsText } from '../../messages/follows.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useFollowTag, type FollowedTag } from './use-follow-tag.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { toFollowScope, useFollow } from './use-follow.ts';

export function FollowButton({ profile }: { readonly profile: PublicProfile }) {
  const { isFollowing } = profile.viewer;
  return (
    <>
      <Follow isFollowing={isFollowing} onToggle={useFollow(profile)} />
      {isFollowing && <ToldButton profile={profile} />}
    </>
  );
}

export function FollowTagButton(tag: FollowedTag) {
  return <Follow isFollowing={tag.isFollowing} onToggle={useFollowTag(tag)} />;
}

interface FollowProps {
  readonly isFollowing: boolean;
  readonly onToggle: () => void;
}

function Follow({ isFollowing, onToggle }: FollowProps) {
  return (
    <Button variant={isFollowing ? 'secondary' : 'primary'} onClick={onToggle}>
      {isFollowing ? followsText.unfollow : followsText.follow}
    </Button>
  );
}

function ToldButton({ profile: { id, username, viewer } }: { readonly profile: PublicProfile }) {
  const utils = trpc.useUtils();
  const { isTold } = viewer;
  const setTold = trpc.follows.setTold.useMutation({
    scope: toFollowScope(id),
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
