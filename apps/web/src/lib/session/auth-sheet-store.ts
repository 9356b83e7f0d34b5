import type { StorySummary } from '@relato/contract/stories/types';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';

type AuthPurpose =
  | 'record'
  | 'vote'
  | 'comment'
  | 'save'
  | 'edit'
  | 'notices'
  | 'collect'
  | 'react'
  | 'correct'
  | 'explain';

export interface AuthRequest {
  readonly mode: 'sign-in' | 'sign-up' | 'recovery';
  /** The action that needs an account, for the title of the sheet; undefined if the user opened the sheet itself. */
  readonly purpose: AuthPurpose | undefined;
  /** The story to vote for. */
  readonly story: Pick<StorySummary, 'title' | 'author'> | undefined;
  /** An address that was typed earlier. */
  readonly email: string | undefined;
  /** Continues the action that needed an account. */
  readonly onSignedIn: (() => void) | undefined;
  /** The address to return to after leaving the page to sign in; by default the current one. */
  readonly returnTo: string | undefined;
}

let request: AuthRequest | null = null;
const { subscribe, notify } = createListeners();

function setRequest(next: AuthRequest | null) {
  request = next;
  notify();
}

/** Opens the sheet to sign in or up, from anywhere. */
export const openAuthSheet = ({
  mode = 'sign-in',
  purpose,
  story,
  email,
  onSignedIn,
  returnTo,
}: Partial<AuthRequest> = {}) => setRequest({ mode, purpose, story, email, onSignedIn, returnTo });

export const closeAuthSheet = () => setRequest(null);

export const isAuthSheetOpen = (asked: AuthRequest): boolean => request === asked;

export const useAuthRequest = () => useSyncExternalStore(subscribe, () => request);
