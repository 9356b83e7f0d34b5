import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
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

/** The first screen has loaded after this time, and a user who was idle for this long is not waiting for the network. */
const quietMs = 3_000;
const uses = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Starts a part without a screen. The page works without the part. */
const startLate = (start: () => Promise<void>) =>
  setTimeout(() => void start().catch((error) => console.warn('A part could not start', error)), quietMs);

/**
 * Starts the service worker while the page is idle, because it loads every screen: at the time of a press there may be no
 * network, or a newer version on the server.
 */
export function WorkerHost() {
  const { client } = trpc.useUtils();
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const start = async () => {
      stopping.abort();
      await (await import('../worker/worker-updates.ts')).startWorker(client);
    };
    let timer = startLate(start);
    const wait = () => {
      clearTimeout(timer);
      timer = startLate(start);
    };
    for (const use of uses) addEventListener(use, wait, { signal, passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- it is the same for each page
  }, []);
  return null;
}

/** Starts what the first screen does not need, again when `cause` changes. */
function useLateStart(start: () => Promise<void>, cause?: unknown): void {
  useEffect(() => {
    const timer = startLate(start);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the others are the same for each page
  }, [cause]);
}

/** Refetches as soon as the server announces news. */
export function LiveHost() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  useLateStart(async () => {
    (await import('../../features/news/live/start-live.ts')).startLive({ utils, queryClient });
  });
  return null;
}

/** Keeps heard stories once stories were shown, and checks the kept ones. */
function HeardHost({ showsStories }: { readonly showsStories: boolean }) {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  useLateStart(async () => {
    if (!showsStories && !(await keepsHeard())) return;
    (await import('../../features/stories/heard/start-heard.ts')).startHeard({ utils, queryClient });
  }, showsStories);
  return null;
}

async function keepsHeard(): Promise<boolean> {
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === heardDatabase);
}
