import type { PublicProfile } from '@relato/contract/profiles/types';
import { followsText } from '../../messages/follows.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useFollowTag, type FollowedTag } from './use-follow-tag.ts';
import { useFollow } from './use-follow.ts';

export function FollowButton({ profile }: { readonly profile: PublicProfile }) {
  return <Follow isFollowing={profile.viewer.isFollowing} onToggle={useFollow(profile)} />;
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
