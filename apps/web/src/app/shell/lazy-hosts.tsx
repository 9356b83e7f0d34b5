import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { detectSignIn } from '../../features/recordings/drafts/saving/detect-sign-in.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { lazyOptional, lazyPart, lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { LoadFailure } from '../../lib/paging/load-failure.tsx';
import { closeAuthSheet, useAuthRequest } from '../../lib/session/auth-sheet-store.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useSettings } from '../../lib/settings/use-settings.ts';
import { shellText } from '../../messages/shell.ts';
import { HeardHost } from './idle-hosts.tsx';

const AuthSheet = lazySheet(
  async () => (await import('../../features/account/sign-in/auth-sheet.tsx')).AuthSheet,
);

/** Loads the auth sheet on the first request to sign in. */
export function AuthSheetHost() {
  const request = useAuthRequest();
  if (!request) return null;
  return <AuthSheet request={request} onClose={closeAuthSheet} />;
}

const OauthReturn = lazyOptional(
  async () => (await import('../../features/account/sign-in/oauth-return.tsx')).OauthReturn,
);

/** Reports the result to users who come back from an OAuth provider; loaded for them only. */
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

/** Saves the unsaved recordings of a signed-in user; loaded for them only. */
export function SaveDraftsHost() {
  // Reads the shared session query without fetching: an unknown session is not a signed-out one.
  const { data: session } = trpc.account.session.useQuery(undefined, { enabled: false });
  const isVisitor = session === null;
  useEffect(() => {
    if (isVisitor) detectSignIn(null);
  }, [isVisitor]);
  return session ? <SaveDraftsAfterSignIn userId={session.user.id} /> : null;
}
