import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { detectSignIn } from '../../features/recordings/drafts/saving/detect-sign-in.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { lazyOptional, lazyPart, lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { LoadFailure } from '../../lib/paging/load-failure.tsx';
import { closeAuthSheet, useAuthRequest } from '../../lib/session/auth-sheet-store.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useSettings } from '../../lib/settings/use-settings.ts';
import { shellText } from '../../messages/shell.ts';
import { heardDatabase } from '../../lib/forget-heard.ts';

export const AnnouncementBanner = lazyOptional(
  async () => (await import('./announcement-banner.tsx')).AnnouncementBanner,
);

const AuthSheet = lazySheet(
  async () => (await import('../../features/account/sign-in/auth-sheet.tsx')).AuthSheet,
);

export function AuthSheetHost() {
  const request = useAuthRequest();
  if (!request) return null;
  return <AuthSheet request={request} onClose={closeAuthSheet} />;
}

const OauthReturn = lazyOptional(
  async () => (await import('../../features/account/sign-in/oauth-return.tsx')).OauthReturn,
);

/** Shows the result to users who return from an OAuth provider; loaded only for them. */
export function OauthReturnHost() {
  const [hash] = useState(() => window.location.hash);
  if (!hash.startsWith('#auth=')) return null;
  return <OauthReturn hash={hash} />;
}

const UsernameSheet = lazyPart(
  async () => (await import('../../features/profiles/username-sheet.tsx')).UsernameSheet,
  ({ isRetrying, onRetry }) => (
    <div className="fixed inset-0 z-30 grid overflow-y-auto bg-paper">
      <LoadFailure title={shellText.missingPart} isRetrying={isRetrying} onRetry={onRetry} />
    </div>
  ),
);

/** Asks a signed-in user without a username for one, on any screen. */
export function UsernameSheetHost() {
  const session = useSession();
  if (session.status !== 'signed-in' || session.user.username !== null) return null;
  return <UsernameSheet />;
}

const MiniPlayer = lazyOptional(
  async () => (await import('../../features/player/controls/mini-player.tsx')).MiniPlayer,
);

/** Loads the mini player with the first screen that can play stories and keeps it from then on. */
export function MiniPlayerHost() {
  const { flags } = useSettings();
  const showsStories = useLocation({
    select: ({ pathname, search }) =>
      search.story !== undefined || (pathname !== '/record' && !(pathname === '/' && flags.recordOnly)),
  });
  const [isNeeded, setNeeded] = useState(showsStories);
  if (showsStories && !isNeeded) setNeeded(true);
  return (
    <>
      <HeardHost showsStories={isNeeded} />
      {isNeeded && <MiniPlayer />}
    </>
  );
}

const SaveDraftsAfterSignIn = lazyOptional(
  async () =>
    (await import('../../features/recordings/drafts/saving/save-drafts-after-sign-in.tsx'))
      .SaveDraftsAfterSignIn,
);

/** Saves the unsaved recordings of a signed-in user; loaded only for them. */
export function SaveDraftsHost() {
  // Reads the shared session query without fetching: an unknown session is not a signed-out one.
  const { data: session } = trpc.account.session.useQuery(undefined, { enabled: false });
  const isVisitor = session === null;
  useEffect(() => {
    if (isVisitor) detectSignIn(null);
  }, [isVisitor]);
  return session ? <SaveDraftsAfterSignIn userId={session.user.id} /> : null;
}

/** The first screen has loaded after this time. */
const afterMs = 3_000;
/** A user who was idle for this long is not waiting for the network. */
const quietMs = 3_000;
const uses = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Starts the service worker while the page is idle, because it loads every screen: at the time of a press there may be no
 * network, or a newer version on the server.
 */
export function WorkerHost() {
  const { client } = trpc.useUtils();
  useEffect(() => {
    let timer = setTimeout(() => void startWorker(), afterMs);
    const stopping = new AbortController();
    const { signal } = stopping;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void startWorker(), quietMs);
    };
    for (const use of uses) addEventListener(use, wait, { signal, passive: true, capture: true });
    const startWorker = async () => {
      stopping.abort();
      try {
        const { startWorker: start } = await import('../worker/worker-updates.ts');
        await start(client);
      } catch (error) {
        console.warn('The app does not start without a network', error);
      }
    };
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- it is the same for each page
  }, []);
  return null;
}

/** Refetches as soon as the server announces news. */
export function LiveHost() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  useEffect(() => {
    const start = async () => {
      try {
        (await import('../../features/news/live/start-live.ts')).startLive({ utils, queryClient });
      } catch (error) {
        console.warn('What is new shows later', error);
      }
    };
    const timer = setTimeout(() => void start(), afterMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- they are the same for each page
  }, []);
  return null;
}

/** Keeps heard stories once stories were shown, and checks the kept ones. */
function HeardHost({ showsStories }: { readonly showsStories: boolean }) {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const isStarted = useRef(false);
  useEffect(() => {
    const start = async () => {
      try {
        if (isStarted.current || !(showsStories || (await keepsHeard()))) return;
        const { startHeard } = await import('../../features/stories/heard/start-heard.ts');
        if (isStarted.current) return;
        isStarted.current = true;
        startHeard({ utils, queryClient });
      } catch (error) {
        console.warn('Nothing is kept to be heard without a network', error);
      }
    };
    const timer = setTimeout(() => void start(), afterMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the others are the same for each page
  }, [showsStories]);
  return null;
}

async function keepsHeard(): Promise<boolean> {
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === heardDatabase);
}
