import type { FollowableProfile } from '@relato/contract/profiles/types';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../lib/session/use-session.ts';
import { followsText } from '../../messages/follows.ts';
import { sessionText } from '../../messages/account/session.ts';
import { Avatar } from '../../lib/avatar/avatar.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { useFollow } from './use-follow.ts';

interface PersonItemProps {
  readonly person: FollowableProfile;
  /** Called when the name was pressed, which leads to another profile. */
  readonly onLeave: () => void;
}

/** A user in a list: the name links to the profile, the button follows or unfollows. */
export function PersonItem({ person, onLeave }: PersonItemProps) {
  const session = useSession();
  const { username, viewer } = person;
  return (
    <li className="flex items-center gap-2">
      <Link
        to="/u/$username"
        params={{ username }}
        className="-ml-2 flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-field px-2 font-[650] hover:bg-sunken"
        onClick={onLeave}
      >
        <Avatar username={username} />
        <span className="min-w-0 truncate">{sessionText.author(username)}</span>
      </Link>
      {session.status === 'signed-in' && !viewer.isSelf && <FollowPerson person={person} />}
    </li>
  );
}

function FollowPerson({ person }: { readonly person: FollowableProfile }) {
  const toggle = useFollow(person);
  const { isFollowing } = person.viewer;
  const name = sessionText.author(person.username);
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={isFollowing ? followsText.followingPerson(name) : followsText.followPerson(name)}
      onClick={toggle}
    >
      {isFollowing ? followsText.following : followsText.follow}
    </Button>
  );
}
