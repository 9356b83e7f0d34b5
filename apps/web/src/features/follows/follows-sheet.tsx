import type { FollowableProfile } from '@relato/contract/profiles/types';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../lib/calls/trpc.ts';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { Paged } from '../../lib/paging/paged.tsx';
import { followsText } from '../../messages/follows.ts';
import { RowSkeletons } from '../../lib/paging/row-skeletons.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { sessionText } from '../../messages/account/session.ts';
import { Avatar } from '../../lib/avatar/avatar.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { useFollow } from './use-follow.ts';
import { byCursor } from '../../lib/paging/by-cursor.ts';

export type FollowsList = 'followers' | 'following';

interface FollowsSheetProps {
  readonly list: FollowsList;
  readonly userId: string;
  readonly name: string;
  /** The counter of the profile, which also counts people whom the list leaves out. */
  readonly count: number | undefined;
  readonly onClose: () => void;
}

const texts = {
  followers: {
    title: followsText.followersOf,
    empty: followsText.noFollowers,
    unshown: followsText.unshownFollowers,
  },
  following: {
    title: followsText.followedBy,
    empty: followsText.followsNobody,
    unshown: followsText.unshownFollowed,
  },
} as const;

/** The followers of a user, or the users that a user follows; each name links to a profile. */
export function FollowsSheet({ list, userId, name, count, onClose }: FollowsSheetProps) {
  return (
    <ModalSheet title={texts[list].title(name)} onClose={onClose}>
      <div className="mt-2 min-h-72">
        <People
          list={list}
          userId={userId}
          empty={count ? texts[list].unshown : texts[list].empty}
          onLeave={onClose}
        />
      </div>
    </ModalSheet>
  );
}

interface PeopleProps {
  readonly list: FollowsList;
  readonly userId: string;
  readonly empty: string;
  /** Called when a name was pressed, which leads to another profile. */
  readonly onLeave: () => void;
}

function People({ list, userId, empty, onLeave }: PeopleProps) {
  const people = trpc.follows[list].useInfiniteQuery(
    { userId },
    // Reopening shows the current list, like the counter that was pressed.
    { ...byCursor, staleTime: 0 },
  );
  return (
    <Paged
      query={people}
      skeleton={<RowSkeletons label={followsText.loading} />}
      failureTitle={followsText.errors.load}
      empty={<p className="py-6 text-center text-muted">{empty}</p>}
      moreLabel={followsText.loadMore}
    >
      {(shown) => (
        <ul>
          {shown.map((person) => (
            <PersonItem key={person.id} person={person} onLeave={onLeave} />
          ))}
        </ul>
      )}
    </Paged>
  );
}

interface PersonItemProps {
  readonly person: FollowableProfile;
  /** Called when the name was pressed, which leads to another profile. */
  readonly onLeave: () => void;
}

/** A user in a list: the name links to the profile, the button follows or unfollows. */
function PersonItem({ person, onLeave }: PersonItemProps) {
  const session = useSession();
  const { username, photo, viewer } = person;
  return (
    <li className="flex items-center gap-2">
      <Link
        to="/u/$username"
        params={{ username }}
        className="-ml-2 flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-field px-2 font-[650] hover:bg-sunken"
        onClick={onLeave}
      >
        <Avatar username={username} photo={photo} />
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
