import type { QueryClient } from '@tanstack/react-query';
import { forgetTab } from '../tab-storage.ts';
import { setSession } from './set-session.ts';
import { announceSession } from './session-channel.ts';

/** Shows that the session is over in every tab, and removes the user's unsaved input. */
export function leaveSession(queryClient: QueryClient): void {
  setSession(queryClient, null);
  announceSession('signed-out');
  forgetTab();
}
