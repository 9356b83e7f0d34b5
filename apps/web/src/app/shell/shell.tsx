import { useRouter } from '@tanstack/react-router';
import { type ReactNode, type SyntheticEvent, useEffect } from 'react';
import { focusContent } from '../../lib/layout/keep-focus.ts';
import { Toasts } from '../../lib/layout/toasts.tsx';
import { useAnnouncement } from '../../lib/settings/use-settings.ts';
import { shellText } from '../../messages/shell.ts';
import { readOpenedStory } from '../search-params.ts';
import { BottomBar, SideNavigation } from './navigation.tsx';
import {
  AnnouncementBanner,
  AuthSheetHost,
  LiveHost,
  MiniPlayerHost,
  OauthReturnHost,
  SaveDraftsHost,
  UsernameSheetHost,
  WorkerHost,
} from './lazy-hosts.tsx';
import { SessionSync } from './session-sync.tsx';

export function Shell({ children }: { readonly children: ReactNode }) {
  const announcement = useAnnouncement();
  return (
    <>
      <SkipLink />
      <SideNavigation />
      <div className="pl-(--rail)">{children}</div>
      {announcement && <AnnouncementBanner key={announcement.id} {...announcement} />}
      <MiniPlayerHost />
      <BottomBar />
      <AuthSheetHost />
      <UsernameSheetHost />
      <Toasts />
      <SessionSync />
      <OauthReturnHost />
      <SaveDraftsHost />
      <FocusOnArrival />
      <WorkerHost />
      <LiveHost />
    </>
  );
}

/** An entry in the history would be a step back that leads nowhere. */
function skipToContent(event: SyntheticEvent): void {
  event.preventDefault();
  focusContent();
}

function SkipLink() {
  return (
    <a
      href="#content"
      onClick={skipToContent}
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-field bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
    >
      {shellText.skipToContent}
    </a>
  );
}

/**
 * Moves the focus to the content after a client-side navigation, so that it is read out and Tab starts there. A story
 * that opens changes only the search parameters.
 */
function FocusOnArrival() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        if (!fromLocation) return;
        const [from, to] = [fromLocation, toLocation].map(({ search }) => readOpenedStory(search).story);
        // A list returns the focus to the story that was open, if it has it.
        const isElsewhere =
          to !== undefined || !document.querySelector(`[data-story="${CSS.escape(from ?? '')}"]`);
        if (pathChanged || (from !== to && isElsewhere)) focusContent();
      }),
    [router],
  );
  return null;
}
