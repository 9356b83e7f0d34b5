import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { HeardOptions } from '../../features/stories/heard/start-heard.ts';
import { idle } from '../../lib/after-paint.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { Toasts } from '../../lib/layout/toasts.tsx';
import { shellText } from '../../messages/shell.ts';
import { BottomBar } from './bottom-bar.tsx';
import {
  AuthSheetHost,
  MiniPlayerHost,
  OauthReturnHost,
  SaveDraftsHost,
  UsernameSheetHost,
} from './lazy-hosts.tsx';
import { SessionSync } from './session-sync.tsx';
import { SideNavigation } from './side-navigation.tsx';

/** The frame around every screen. */
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
      <SaveDraftsHost />
      <FocusOnArrival />
      <PreloadRoutes />
    </>
  );
}

function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-field bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
    >
      {shellText.skipToContent}
    </a>
  );
}

/** Moves the focus to the content after a client-side navigation, so that it is read out and Tab starts there. */
function FocusOnArrival() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) document.getElementById('content')?.focus({ preventScroll: true });
      }),
    [router],
  );
  return null;
}

/** The service worker, which none of it needs. */
async function startWorker(): Promise<void> {
  try {
    await (await import('../worker/worker-updates.ts')).startWorker();
  } catch (error) {
    console.warn('The app does not start without a network', error);
  }
}

/** Needed once a story was heard. */
async function startHeard(options: HeardOptions): Promise<void> {
  try {
    (await import('../../features/stories/heard/start-heard.ts')).startHeard(options);
  } catch (error) {
    console.warn('Nothing is kept to be heard without a network', error);
  }
}

const places = ['/search', '/profile', '/record'] as const;
/** The first screen has loaded by then. */
const afterMs = 3_000;

/**
 * Preloads the routes of the bottom bar, because by the time of the press there may be no network, or a newer version
 * on the server.
 */
function PreloadRoutes() {
  const router = useRouter();
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  useEffect(() => {
    const start = async () => {
      for (const to of places) {
        void router.preloadRoute({ to });
        await idle();
      }
      void startWorker();
      await idle();
      void startHeard({ utils, queryClient });
    };
    const timer = setTimeout(() => void start(), afterMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page
  }, []);
  return null;
}
