import type { UserStats } from '@relato/contract/profiles/types';
import { useState } from 'react';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { ProfileCounters } from './profile-counters.tsx';
import type { FollowsList } from './follows-sheet.tsx';

const FollowsSheet = lazySheet(async () => (await import('./follows-sheet.tsx')).FollowsSheet);

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
        <FollowsSheet list={list} userId={userId} name={name} onClose={() => setList(null)} />
      )}
    </>
  );
}
