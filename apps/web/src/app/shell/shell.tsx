import type { ReactNode } from 'react';
import { AuthSheetHost } from './auth-sheet-host.tsx';
import { OauthReturnHost } from './oauth-return-host.tsx';
import { SessionSync } from './session-sync.tsx';
import { UsernameSheetHost } from './username-sheet-host.tsx';
import { lazyOptional } from '../../lib/lazy/lazy-part.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { FocusOnArrival } from './focus-on-arrival.tsx';
import { MiniPlayerHost } from './mini-player-host.tsx';
import { Toasts } from '../../lib/layout/toasts.tsx';
import { PreloadRoutes } from './preload-routes.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { SkipLink } from './skip-link.tsx';

const TemporaryStories = lazyOptional(
  async () => (await import('../../features/recordings/drafts/temporary-stories.tsx')).TemporaryStories,
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
      <Toasts />
      <SessionSync />
      <OauthReturnHost />
      <TemporaryStories />
      <FocusOnArrival />
      <PreloadRoutes />
    </>
  );
}
