import type { UserStats } from '@relato/contract/profiles/types';
import { useState } from 'react';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { formatCount } from '../../messages/format.ts';
import { profilesText } from '../../messages/profiles.ts';
import type { FollowsList } from './follows-sheet.tsx';

const FollowsSheet = lazySheet(async () => (await import('./follows-sheet.tsx')).FollowsSheet);

interface ProfileCountersProps {
  readonly userId: string;
  readonly name: string;
  readonly stats: UserStats | undefined;
}

export function ProfileCounters({ userId, name, stats }: ProfileCountersProps) {
  const [list, setList] = useState<FollowsList | null>(null);
  return (
    <>
      <Counters stats={stats} onOpen={setList} />
      {list !== null && (
        <FollowsSheet
          list={list}
          userId={userId}
          name={name}
          count={stats?.[`${list}Count`]}
          onClose={() => setList(null)}
        />
      )}
    </>
  );
}

interface CountersProps {
  /** Undefined while they load. */
  readonly stats: UserStats | undefined;
  readonly onOpen: (list: 'followers' | 'following') => void;
}

// Large text wraps instead of overlapping.
const place = 'flex-[1_1_4.5rem]';
const cell = 'flex w-full flex-col items-center justify-center rounded-field py-1.5';

/** The three counters; two of them open their list of users. */
function Counters({ stats, onOpen }: CountersProps) {
  return (
    <ul className="my-3 flex flex-wrap gap-1">
      <li className={`${cell} ${place}`}>
        <Counter label={profilesText.posts} count={stats?.postsCount} />
      </li>
      <li className={place}>
        <button type="button" className={`${cell} hover:bg-sunken`} onClick={() => onOpen('followers')}>
          <Counter label={profilesText.followers} count={stats?.followersCount} />
        </button>
      </li>
      <li className={place}>
        <button type="button" className={`${cell} hover:bg-sunken`} onClick={() => onOpen('following')}>
          <Counter label={profilesText.following} count={stats?.followingCount} />
        </button>
      </li>
    </ul>
  );
}

function Counter({ label, count }: { readonly label: string; readonly count: number | undefined }) {
  return (
    <>
      <span className="num font-display text-[1.4375rem] font-semibold">
        {count === undefined ? '–' : formatCount(count)}
      </span>{' '}
      <span className="text-sm text-muted">{label}</span>
    </>
  );
}
