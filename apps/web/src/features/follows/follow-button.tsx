import type { PublicProfile } from '@relato/contract/profiles/types';
import { followsText } from '../../messages/follows.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useFollow } from './use-follow.ts';

export function FollowButton({ profile }: { readonly profile: PublicProfile }) {
  const toggle = useFollow(profile);
  const { isFollowing } = profile.viewer;
  return (
    <Button variant={isFollowing ? 'secondary' : 'primary'} onClick={toggle}>
      {isFollowing ? followsText.unfollow : followsText.follow}
    </Button>
  );
}
