import { Link } from '@tanstack/react-router';
import { BookA, Clock, ListMusic, MessageCircleQuestionMark, Settings } from 'lucide-react';
import { useState, useEffect } from 'react';
import type { SessionUser } from '@relato/contract/account/types';
import { laterId } from '@relato/contract/collections/types';
import { limits } from '@relato/contract/limits';
import { HeaderBar } from '../../lib/layout/header-bar.tsx';
import { LegalLink } from '../../lib/layout/legal-link.tsx';
import { Screen } from '../../lib/layout/screen.tsx';
import { UserMenu } from '../../lib/layout/user-menu.tsx';
import { lazyOptional, lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { SignedIn } from '../../lib/session/signed-in.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { profilesText } from '../../messages/profiles.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { useExportRefusal } from '../account/public.ts';
import { BellLink, loadPushQuestion } from '../news/public.ts';
import { loadDraftsList } from '../recordings/public.ts';
import { MyStories } from '../stories/public.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { useOnline } from '../../lib/online.ts';
import { sessionText } from '../../messages/account/session.ts';
import { Avatar } from '../../lib/avatar/avatar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { ProfileCounters } from '../follows/public.ts';

const SettingsSheet = lazySheet(async () => (await import('./settings-sheet.tsx')).SettingsSheet);

const ModerationLink = lazyOptional(
  async () => (await import('../../lib/layout/moderation-link.tsx')).ModerationLink,
);

const DraftsList = lazyOptional(loadDraftsList);

const PushQuestion = lazyOptional(loadPushQuestion);

const storiesId = 'mis-historias';

export function OwnProfileScreen() {
  const session = useSession();
  useExportRefusal();
  const userId = session.status === 'signed-in' ? session.user.id : null;
  const [settingsOf, setSettingsOf] = useState<string | null>(null);
  // The settings close with the session, so that the next user of this screen gets neither them nor what was typed.
  if (settingsOf !== userId && settingsOf !== null) setSettingsOf(null);
  return (
    <Screen
      label={profilesText.own}
      header={
        <HeaderBar>
          <h1 className="text-[1.375rem] leading-tight font-semibold tracking-[-0.015em]">
            {profilesText.own}
          </h1>
          {session.status === 'signed-in' && (
            <div className="flex flex-wrap justify-end">
              <BellLink />
              <IconButton
                label={profilesText.settings}
                icon={<Settings />}
                onClick={() => setSettingsOf(userId)}
              />
              <UserMenu />
            </div>
          )}
        </HeaderBar>
      }
    >
      <SignedIn
        loading={<ProfileSkeleton />}
        failureTitle={profilesText.errors.load}
        visitor={<JoinInvitation />}
      >
        {session.status === 'signed-in' && (
          <>
            <OwnProfileHead user={session.user} />
            {session.user.role !== 'user' && (
              // The space is reserved before the buttons have loaded.
              <div className="mb-4 flex min-h-11 flex-wrap gap-2">
                <ModerationLink className={buttonClass('secondary', 'small')} />
              </div>
            )}
            <section aria-label={profilesText.kept} className="mb-4 flex flex-wrap gap-2">
              <Link
                to="/coleccion/$id"
                params={{ id: laterId }}
                className={buttonClass('secondary', 'small')}
              >
                <Clock aria-hidden="true" />
                {profilesText.later}
              </Link>
              <Link to="/colecciones" className={buttonClass('secondary', 'small')}>
                <ListMusic aria-hidden="true" />
                {profilesText.collections}
              </Link>
              <Link to="/pide" className={buttonClass('secondary', 'small')}>
                <MessageCircleQuestionMark aria-hidden="true" />
                {profilesText.questions}
              </Link>
              <Link to="/palabras" className={buttonClass('secondary', 'small')}>
                <BookA aria-hidden="true" />
                {profilesText.words}
              </Link>
            </section>
            <DraftsList userId={session.user.id} storiesId={storiesId} />
            <h2 id={storiesId} className="mb-2.5 text-title">
              {profilesText.myStories}
            </h2>
            <MyStories />
            {settingsOf === userId && (
              <SettingsSheet user={session.user} onClose={() => setSettingsOf(null)} />
            )}
          </>
        )}
      </SignedIn>
    </Screen>
  );
}

function JoinInvitation() {
  const { title, text, signUp, signIn } = profilesText.join;
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <div className="flex flex-col gap-2.5">
          <Button onClick={() => openAuthSheet({ mode: 'sign-up' })}>{signUp}</Button>
          <Button variant="secondary" onClick={() => openAuthSheet()}>
            {signIn}
          </Button>
          <LegalLink />
        </div>
      }
    />
  );
}

/** The user's name and the three counters. The session already knows the name; the counters come with the profile. */
function OwnProfileHead({ user }: { readonly user: SessionUser }) {
  const { data: profile, isError } = trpc.profiles.me.useQuery(undefined, {
    refetchInterval: limits.refresh.intervalMs,
  });
  // Without a network the screen says so itself, and a toast would replace the one about the recording that was just left.
  const isOnline = useOnline();
  const isFailing = isError && isOnline;
  useEffect(() => {
    if (isFailing) showToast({ title: profilesText.errors.load, tone: 'destructive' });
  }, [isFailing]);
  const [isAsking, setAsking] = useState(false);
  const [knownCount, setKnownCount] = useState(profile?.postsCount);
  if (profile && profile.postsCount !== knownCount) {
    setKnownCount(profile.postsCount);
    // The first publication, here or in another tab.
    if (knownCount === 0) setAsking(true);
  }
  return (
    <>
      {isAsking && <PushQuestion user={user} onClose={() => setAsking(false)} />}
      <div className="flex items-center gap-4">
        <Avatar {...user} size="large" />
        <div className="min-w-0">
          <h2 className="truncate text-title">
            {user.username === null ? sessionText.anonymousUser : sessionText.author(user.username)}
          </h2>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
      </div>
      {profile && profile.about !== '' && (
        <p dir="auto" className="mt-3 wrap-anywhere text-muted">
          {profile.about}
        </p>
      )}
      <ProfileCounters
        userId={user.id}
        name={profile?.displayName ?? user.username ?? sessionText.anonymousUser}
        stats={profile}
      />
    </>
  );
}

/** The placeholder of a profile's head while the session loads. */
function ProfileSkeleton() {
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
