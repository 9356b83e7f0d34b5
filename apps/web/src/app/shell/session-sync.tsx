import type { Session } from '@relato/contract/account/types';
import { limits } from '@relato/contract/limits';
import { share } from '@relato/contract/recordings/share-target';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useRef } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { forgetHeard } from '../../lib/forget-heard.ts';
import { readLocal } from '../../lib/local-storage.ts';
import {
  emitSessionEvent,
  onAnnouncement,
  onSessionEvent,
  type SessionEvent,
} from '../../lib/session/session-channel.ts';
import { rememberSession } from '../../lib/session/remembered-session.ts';
import { hasSessionChanged, readSessionStamp } from '../../lib/session/session-stamp.ts';
import { toSessionEvent } from '../../lib/session/to-session-event.ts';
import { stopAllAudio } from '../../lib/stop-all-audio.ts';
import { sessionText } from '../../messages/account/session.ts';
import { showToastIfNone } from '../../ui/toasts/toast-store.ts';
import { forgetTab, keepTabFor } from '../../lib/tab-storage.ts';

const kept = new Set(
  [getQueryKey(trpc.account.session), getQueryKey(trpc.settings.public)].map(([path]) => String(path)),
);

/** Turns the server's answers about the session into session events, and reacts to them. */
export function SessionSync() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const { data: session } = trpc.account.session.useQuery(undefined, { staleTime: limits.session.refreshMs });
  const known = useRef<Session | null>(undefined);
  const stamp = useRef(readSessionStamp());

  useEffect(() => {
    // Includes a change that another tab announced while this page was loading.
    if (hasSessionChanged()) void utils.account.session.invalidate();
    return onAnnouncement((event) => {
      // The user signed out in another tab.
      if (event === 'signed-out') forgetTab();
      void utils.account.session.invalidate();
    });
  }, [utils]);

  useEffect(reloadAfterChange, []);

  useEffect(
    () =>
      onSessionEvent((event) => {
        if (!event.startsWith('signed')) return;
        // The cached data was loaded for another viewer.
        forgetHeard();
        void queryClient.resetQueries({ predicate: ({ queryKey }) => !kept.has(String(queryKey[0])) });
      }),
    [queryClient],
  );

  useEffect(() => {
    // The session is not known yet, or the server does not answer.
    if (session === undefined) return;
    const event = toSessionEvent(known.current, session);
    // The user signed out, or another one signed in. The audio may be a private story.
    if (known.current && known.current.user.id !== session?.user.id) {
      stopAllAudio();
      void forgetSharedFile();
    }
    known.current = session;
    rememberSession(session);
    if (session) keepTabFor(session.user.id);
    if (session || event === 'signed-out') void keepQuestionFor(session, event);
    if (event) emitSessionEvent(event);
    // Explains why the page turned into a visitor's, unless the user signed out here or in another tab, or an action
    // explains it.
    const before = stamp.current;
    stamp.current = readSessionStamp();
    if (event === 'signed-out' && stamp.current === before) showToastIfNone(sessionText.ended);
  }, [session]);

  return null;
}

/** Deletes a shared file that was never opened, because it belongs to the user who leaves. */
async function forgetSharedFile(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(share.cache).catch(() => false);
}

/** Forgets the question of a link, if it belongs to another user or to one who left. */
async function keepQuestionFor(session: Session | null, event: SessionEvent | null): Promise<void> {
  // Few browsers have one, and only they load its code. One that could not be stored is of this page.
  if (!event?.startsWith('signed') && readLocal('relato.question') === null) return;
  const kept = await import('../../lib/kept-question.ts').catch(() => null);
  kept?.keepQuestionFor(session?.user.id ?? null);
}

/** Reloads a page from the back/forward cache if the user signed in or out in another tab meanwhile. */
function reloadAfterChange(): () => void {
  let before = readSessionStamp();
  const onHide = () => void (before = readSessionStamp());
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && readSessionStamp() !== before) location.reload();
  };
  window.addEventListener('pagehide', onHide);
  window.addEventListener('pageshow', onShow);
  return () => {
    window.removeEventListener('pagehide', onHide);
    window.removeEventListener('pageshow', onShow);
  };
}
