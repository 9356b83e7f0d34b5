import { useState } from 'react';
import { Settings } from 'lucide-react';
import { lazyExtra, lazySheet } from '../../app/lazy-part.tsx';
import { LoadFailure } from '../../app/paging/load-failure.tsx';
import { HeaderBar } from '../../app/shell/header-bar.tsx';
import { Screen } from '../../app/shell/screen.tsx';
import { UserMenu } from '../../app/shell/user-menu.tsx';
import { profilesText } from '../../messages/profiles.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useExportRefusal } from '../account/use-export-refusal.ts';
import { useSession } from '../auth/use-session.ts';
import { NoticesLink } from '../notices/notices-link.tsx';
import { MyStories } from '../stories/my-stories.tsx';
import { JoinInvitation } from './join-invitation.tsx';
import { OwnProfileHead } from './own-profile-head.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';

const SettingsSheet = lazySheet(async () => (await import('./settings-sheet.tsx')).SettingsSheet);

const ModerationPlace = lazyExtra(
  async () => (await import('../moderation/moderation-place.tsx')).ModerationPlace,
);

const DraftNotice = lazyExtra(async () => (await import('../recorder/draft-notice.tsx')).DraftNotice);

export function OwnProfileScreen() {
  const session = useSession();
  useExportRefusal();
  const [settingsOpen, setSettingsOpen] = useState(false);
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
            <ModerationPlace className={`mb-4 ${buttonClass('secondary', 'small')}`} />
          )}
          <div className="-mt-2 mb-4 empty:hidden">
            <DraftNotice />
          </div>
          <h2 className="mb-2.5 text-title">{profilesText.myStories}</h2>
          <MyStories />
          {settingsOpen && <SettingsSheet user={session.user} onClose={() => setSettingsOpen(false)} />}
        </>
      )}
    </Screen>
  );
}
