import { toFeedUrl } from '@relato/contract/profiles/feed-url';
import { limits } from '@relato/contract/limits';
import { toProfileTitle } from '@relato/contract/text/page-titles';
import type { PublicProfile } from '@relato/contract/profiles/types';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { BackHeader } from '../../lib/layout/back-header.tsx';
import { keepFocus } from '../../lib/layout/keep-focus.ts';
import { NotFoundState } from '../../lib/layout/not-found-state.tsx';
import { Screen } from '../../lib/layout/screen.tsx';
import { usePageTitle } from '../../lib/layout/use-page-title.ts';
import { QueryFailure } from '../../lib/paging/load-failure.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { useOnline } from '../../lib/online.ts';
import { profilesText } from '../../messages/profiles.ts';
import { sessionText } from '../../messages/account/session.ts';
import { Avatar } from '../../lib/avatar/avatar.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { blocksText } from '../../messages/account/blocks.ts';
import { PersonMenu, UnmuteLine } from '../blocks/public.ts';
import { PublicCollections } from '../collections/public.ts';
import { FollowButton, ProfileCounters } from '../follows/public.ts';
import { StoryPages, StorySkeleton, Subscribe } from '../stories/public.ts';
import { byCursor } from '../../lib/paging/by-cursor.ts';

export function PublicProfileScreen({ username }: { readonly username: string }) {
  return (
    <Screen label={profilesText.title} header={<BackHeader title={profilesText.title} />}>
      <Profile username={username} />
    </Screen>
  );
}

function Profile({ username }: { readonly username: string }) {
  const session = useSession();
  const profile = trpc.profiles.byUsername.useQuery(
    { username },
    { refetchInterval: limits.refresh.intervalMs },
  );
  useCurrentAddress(username, profile.data);
  const isGone = profile.isError && isNotFound(profile.error);
  const isBlocked = profile.isError && getErrorCode(profile.error) === 'PROFILE_UNAVAILABLE';
  // Without a network the screen says so itself.
  const isOnline = useOnline();
  const hasFailed = profile.isError && isOnline && !isGone && !isBlocked;
  usePageTitle(profile.data && !isGone && !isBlocked ? toProfileTitle(profile.data.username) : null);
  useEffect(() => {
    if (hasFailed) showToast({ title: profilesText.errors.load, tone: 'destructive' });
  }, [hasFailed]);

  if (isGone) return <NotFoundState {...profilesText.gone} />;
  if (isBlocked) return <NotFoundState {...blocksText.unavailable} />;
  // Only a signed-in user gets the follow button, so the session must be known.
  if (profile.isPending || session.status === 'loading') return <PublicProfileSkeleton />;
  if (profile.data === undefined) return <QueryFailure title={profilesText.errors.load} query={profile} />;
  return (
    <div ref={keepFocus} className="flex flex-1 flex-col">
      <ProfileHead profile={profile.data} isSignedIn={session.status === 'signed-in'} />
      <PublicCollections userId={profile.data.id} name={profile.data.username} />
      <h2 className="mt-5.5 mb-3 text-title">{profilesText.storiesOf(profile.data.username)}</h2>
      <UserStories userId={profile.data.id} name={profile.data.username} />
    </div>
  );
}

/** Replaces a former username, or another spelling, in the address by the current one, under which the other queries keep the profile. */
function useCurrentAddress(asked: string, profile: PublicProfile | undefined): void {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  useEffect(() => {
    if (!profile || profile.username === asked) return;
    const { username } = profile;
    utils.profiles.byUsername.setData({ username }, profile);
    void navigate({ to: '/u/$username', params: { username }, search: true, replace: true });
  }, [navigate, utils, asked, profile]);
}

interface ProfileHeadProps {
  readonly profile: PublicProfile;
  readonly isSignedIn: boolean;
}

function ProfileHead({ profile, isSignedIn }: ProfileHeadProps) {
  const { id, username, viewer } = profile;
  return (
    <>
      <div className="relative mt-1.5 flex flex-col items-center gap-3 text-center">
        <div className="absolute top-1 right-2">
          <PersonMenu person={profile} />
        </div>
        <Avatar username={username} photo={profile.photo} size="large" />
        <h2 className="max-w-full text-[1.75rem] leading-[1.08] font-[560] tracking-[-0.025em]">
          {sessionText.author(username)}
        </h2>
        {profile.about !== '' && (
          <p dir="auto" className="max-w-full wrap-anywhere text-muted">
            {profile.about}
          </p>
        )}
      </div>
      <ProfileCounters userId={id} name={username} stats={profile} />
      {isSignedIn && !viewer.isSelf && <FollowButton profile={profile} />}
      {isSignedIn && viewer.isMuted && <UnmuteLine userId={id} />}
      {profile.podcast && profile.postsCount > 0 && (
        <Subscribe url={toFeedUrl(location.origin, username)} what={profilesText.heardFrom(username)} />
      )}
    </>
  );
}

/** A missing profile, a suspended one and an invalid address look the same to the viewer. */
function isNotFound(error: unknown): boolean {
  const code = getErrorCode(error);
  return code === 'PROFILE_NOT_FOUND' || code === 'NOT_FOUND' || code === 'INVALID_INPUT';
}

function PublicProfileSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">{profilesText.loading}</output>
      <div className="mt-1.5 flex flex-col items-center gap-3">
        <Skeleton className="size-22 rounded-pill!" />
        <Skeleton className="h-7.5 w-44" />
      </div>
      <div className="my-3 grid grid-cols-3 justify-items-center gap-1">
        {[1, 2, 3].map((counter) => (
          <Skeleton key={counter} className="h-16 w-16" />
        ))}
      </div>
      <Skeleton className="mt-5.5 mb-3 h-6 w-48" />
      <StorySkeleton />
    </div>
  );
}

function UserStories({ userId, name }: { readonly userId: string; readonly name: string }) {
  const stories = trpc.stories.byUser.useInfiniteQuery({ userId }, byCursor);
  const { title, text } = profilesText.noStories;
  return (
    <StoryPages
      label={profilesText.storiesOf(name)}
      query={stories}
      failureTitle={profilesText.errors.stories}
      empty={<EmptyState title={title} text={text(name)} />}
    />
  );
}
