import type { SessionUser } from '@relato/contract/auth';
import { useEffect } from 'react';
import { formatCount } from '../../messages/format.ts';
import { profilesText } from '../../messages/profiles.ts';
import { sessionText } from '../../messages/session.ts';
import { trpc } from '../../trpc.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { showToast } from '../../ui/toast-store.ts';

/** Who one is, and the three counters. The session already knows the name; the counters come with the profile. */
export function OwnProfileHead({ user }: { readonly user: SessionUser }) {
  const { data: profile, isError } = trpc.profiles.me.useQuery();
  useEffect(() => {
    if (isError) showToast({ title: profilesText.errors.load, tone: 'destructive' });
  }, [isError]);
  const counters = [
    [profilesText.posts, profile?.postsCount],
    [profilesText.followers, profile?.followersCount],
    [profilesText.following, profile?.followingCount],
  ] as const;
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar username={user.username} email={user.email} size="large" own />
        <div className="min-w-0">
          <h2 className="truncate text-title">
            {user.username === null ? sessionText.anonymousUser : sessionText.author(user.username)}
          </h2>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
      </div>
      <dl className="my-4 grid grid-cols-3">
        {counters.map(([label, count]) => (
          <div key={label} className="flex flex-col-reverse text-center">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="num font-display text-[1.4375rem] font-semibold">
              {count === undefined ? '–' : formatCount(count)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
