import type { Page } from '@relato/contract/paging';
import type { ProfileSummary } from '@relato/contract/profiles';
import { Link } from '@tanstack/react-router';
import { ModalSheet } from '../../app/shell/modal-sheet.tsx';
import { followsText } from '../../messages/follows.ts';
import { sessionText } from '../../messages/session.ts';
import { trpc } from '../../trpc.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadFailure } from '../stories/load-failure.tsx';
import { LoadMore } from '../stories/load-more.tsx';

export type FollowsList = 'followers' | 'following';

interface FollowsSheetProps {
  readonly list: FollowsList;
  readonly userId: string;
  readonly name: string;
  readonly onClose: () => void;
}

const texts = {
  followers: { title: followsText.followersOf, empty: followsText.noFollowers },
  following: { title: followsText.followedBy, empty: followsText.followsNobody },
} as const;

/** Who follows a person, or whom a person follows; each name leads to a profile. */
export function FollowsSheet({ list, userId, name, onClose }: FollowsSheetProps) {
  return (
    <ModalSheet title={texts[list].title(name)} onClose={onClose}>
      <div className="mt-2 min-h-72">
        <People list={list} userId={userId} onLeave={onClose} />
      </div>
    </ModalSheet>
  );
}

interface PeopleProps {
  readonly list: FollowsList;
  readonly userId: string;
  /** A name was pressed: another profile comes. */
  readonly onLeave: () => void;
}

function People({ list, userId, onLeave }: PeopleProps) {
  const people = trpc.follows[list].useInfiniteQuery(
    { userId },
    // Opened again, it shows who came meanwhile, like the counter that was pressed.
    { getNextPageParam: ({ nextCursor }) => nextCursor, staleTime: 0 },
  );
  if (people.isPending) return <PeopleSkeleton />;
  if (people.data === undefined) {
    return (
      <LoadFailure
        title={followsText.errors.load}
        isRetrying={people.isFetching}
        onRetry={() => void people.refetch()}
      />
    );
  }
  const shown = toPeople(people.data.pages);
  if (shown.length === 0) return <p className="py-6 text-center text-muted">{texts[list].empty}</p>;
  return (
    <>
      <ul>
        {shown.map(({ id, username }) => (
          <li key={id}>
            <Link
              to="/u/$username"
              params={{ username }}
              className="-mx-2 flex min-h-14 items-center gap-3 rounded-field px-2 font-[650] hover:bg-sunken"
              onClick={onLeave}
            >
              <Avatar username={username} />
              <span className="min-w-0 truncate">{sessionText.author(username)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {people.hasNextPage && (
        <LoadMore
          label={followsText.loadMore}
          isLoading={people.isFetchingNextPage}
          hasFailed={people.isFetchNextPageError}
          onLoad={() => void people.fetchNextPage()}
        />
      )}
    </>
  );
}

interface Named extends ProfileSummary {
  readonly username: string;
}

/** Each once: who unfollows and follows again between two pages is in both. */
function toPeople(pages: readonly Page<ProfileSummary>[]): Named[] {
  const people = new Map<string, Named>();
  for (const { id, username } of pages.flatMap(({ items }) => items)) {
    if (username !== null && !people.has(id)) people.set(id, { id, username });
  }
  return [...people.values()];
}

function PeopleSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">{followsText.loading}</output>
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex min-h-14 items-center gap-3">
          <Skeleton className="size-9 rounded-pill!" />
          <Skeleton className="h-4 w-32" />
        </div>
      ))}
    </div>
  );
}
