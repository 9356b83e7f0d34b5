import type { UserStats } from '@relato/contract/profiles';
import { lazy, Suspense, useState } from 'react';
import { ProfileCounters } from '../profiles/profile-counters.tsx';
import type { FollowsList } from './follows-sheet.tsx';

const FollowsSheet = lazy(async () =>
  import('./follows-sheet.tsx').then((module) => ({ default: module.FollowsSheet })),
);

interface FollowsPlaceProps {
  readonly userId: string;
  readonly name: string;
  readonly stats: UserStats | undefined;
}

/** The counters of a profile, and the list that each of two opens. */
export function FollowsPlace({ userId, name, stats }: FollowsPlaceProps) {
  const [list, setList] = useState<FollowsList | null>(null);
  return (
    <>
      <ProfileCounters stats={stats} onOpen={setList} />
      {list !== null && (
        <Suspense>
          <FollowsSheet list={list} userId={userId} name={name} onClose={() => setList(null)} />
        </Suspense>
      )}
    </>
  );
}
