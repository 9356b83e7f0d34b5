import type { ReactNode } from 'react';
import { AuthSheetHost } from '../../features/auth/auth-sheet-host.tsx';
import { OauthReturnHost } from '../../features/auth/oauth-return-host.tsx';
import { SessionSync } from '../../features/auth/session-sync.tsx';
import { UsernameSheetHost } from '../../features/profiles/username-sheet-host.tsx';
import { lazyExtra } from '../lazy-part.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { FocusOnArrival } from './focus-on-arrival.tsx';
import { MiniPlayerHost } from './mini-player-host.tsx';
import { Notices } from './notices.tsx';
import { PlacesAhead } from './places-ahead.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { SkipLink } from './skip-link.tsx';

const TemporaryStories = lazyExtra(
  async () => (await import('../../features/recorder/temporary-stories.tsx')).TemporaryStories,
);

/** What surrounds every screen. */
export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <SideNavigation />
      <div className="pl-(--rail)">{children}</div>
      <MiniPlayerHost />
      <BottomBar />
      <AuthSheetHost />
      <UsernameSheetHost />
      <Notices />
      <SessionSync />
      <OauthReturnHost />
      <TemporaryStories />
      <FocusOnArrival />
      <PlacesAhead />
    </>
  );
}
