import { Settings } from 'lucide-react';
import { useState } from 'react';
import { HeaderBar } from '../../lib/layout/header-bar.tsx';
import { Screen } from '../../lib/layout/screen.tsx';
import { UserMenu } from '../../lib/layout/user-menu.tsx';
import { lazyOptional, lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { LoadFailure } from '../../lib/paging/load-failure.tsx';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { profilesText } from '../../messages/profiles.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { buttonClass } from '../../ui/buttons/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { useExportRefusal } from '../account/public.ts';
import { NoticesLink } from '../appeals/public.ts';
import { loadDraftsList } from '../recordings/public.ts';
import { MyStories } from '../stories/public.ts';
import { OwnProfileHead, ProfileSkeleton } from './own-profile-head.tsx';

const SettingsSheet = lazySheet(async () => (await import('./settings-sheet.tsx')).SettingsSheet);

const ModerationLink = lazyOptional(
  async () => (await import('../../lib/layout/moderation-link.tsx')).ModerationLink,
);

const DraftsList = lazyOptional(loadDraftsList);

const storiesId = 'mis-historias';

export function OwnProfileScreen() {
  const session = useSession();
  useExportRefusal();
  const [settingsOpen, setSettingsOpen] = useState(false);
  // They end with the session, and do not open again for the next user of this screen.
  if (settingsOpen && session.status === 'signed-out') setSettingsOpen(false);
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
              <NoticesLink />
              <IconButton
                label={profilesText.settings}
                icon={<Settings />}
                onClick={() => setSettingsOpen(true)}
              />
              <UserMenu />
            </div>
          )}
        </HeaderBar>
      }
    >
      {session.status === 'loading' && <ProfileSkeleton />}
      {session.status === 'signed-out' &&
        (session.unanswered ? (
          <LoadFailure
            title={profilesText.errors.load}
            isRetrying={session.unanswered.isRetrying}
            onRetry={session.unanswered.retry}
          />
        ) : (
          <JoinInvitation />
        ))}
      {session.status === 'signed-in' && (
        <>
          <OwnProfileHead user={session.user} />
          {session.user.role !== 'user' && (
            // Its place is there before it has loaded.
            <div className="mb-4 min-h-11">
              <ModerationLink className={buttonClass('secondary', 'small')} />
            </div>
          )}
          <DraftsList userId={session.user.id} storiesId={storiesId} />
          <h2 id={storiesId} className="mb-2.5 text-title">
            {profilesText.myStories}
          </h2>
          <MyStories />
          {settingsOpen && <SettingsSheet user={session.user} onClose={() => setSettingsOpen(false)} />}
        </>
      )}
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
        </div>
      }
    />
  );
}
