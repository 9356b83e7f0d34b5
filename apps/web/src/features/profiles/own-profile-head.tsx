import type { SessionUser } from '@relato/contract/account/types';
import { limits } from '@relato/contract/limits';
import { useEffect } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { useOnline } from '../../lib/online.ts';
import { profilesText } from '../../messages/profiles.ts';
import { sessionText } from '../../messages/account/session.ts';
import { Avatar } from '../../lib/avatar/avatar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { ProfileCounters } from '../follows/public.ts';

/** The user's name and the three counters. The session already knows the name; the counters come with the profile. */
export function OwnProfileHead({ user }: { readonly user: SessionUser }) {
  const { data: profile, isError } = trpc.profiles.me.useQuery(undefined, {
    refetchInterval: limits.refresh.intervalMs,
  });
  // Without a network the screen says so already, and the notice of what was just left here to be saved stays.
  const isOnline = useOnline();
  const isFailing = isError && isOnline;
  useEffect(() => {
    if (isFailing) showToast({ title: profilesText.errors.load, tone: 'destructive' });
  }, [isFailing]);
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar username={user.username} email={user.email} size="large" />
        <div className="min-w-0">
          <h2 className="truncate text-title">
            {user.username === null ? sessionText.anonymousUser : sessionText.author(user.username)}
          </h2>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
      </div>
      <ProfileCounters
        userId={user.id}
        name={profile?.displayName ?? user.username ?? sessionText.anonymousUser}
        stats={profile}
      />
    </>
  );
}

/** The placeholder of a profile's head while the session loads. */
export function ProfileSkeleton() {
  return (
    <>
      <div className="flex items-center gap-4">
        <Skeleton className="size-22 rounded-pill" />
        <div>
          <Skeleton className="mb-2 h-5 w-32" />
          <Skeleton className="h-3 w-44" />
        </div>
      </div>
      <div className="my-4 grid grid-cols-3 justify-items-center">
        {[1, 2, 3].map((counter) => (
          <Skeleton key={counter} className="h-13 w-16" />
        ))}
      </div>
    </>
  );
}
