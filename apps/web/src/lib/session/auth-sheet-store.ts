import type { StorySummary } from '@relato/contract/stories/types';
import { useSyncExternalStore } from 'react';

/** What a person wanted to do that needs an account. */
type AuthPurpose = 'record' | 'vote' | 'comment' | 'save' | 'edit' | 'notices';

export interface AuthRequest {
  readonly mode: 'sign-in' | 'sign-up' | 'recovery';
  /** Named in the sheet's title; without it, the sheet was asked for itself. */
  readonly purpose: AuthPurpose | undefined;
  /** The story that a vote is for. */
  readonly story: Pick<StorySummary, 'title' | 'author'> | undefined;
  /** An address that was typed before. */
  readonly email: string | undefined;
  /** What the person wanted to do before they had to sign in. */
  readonly onSignedIn: (() => void) | undefined;
  /** Where they wanted to be, for who leaves the page to sign in; without it, where they are. */
  readonly returnTo: string | undefined;
}

let request: AuthRequest | null = null;
const listeners = new Set<() => void>();

function setRequest(next: AuthRequest | null) {
  request = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
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

export const useAuthRequest = () => useSyncExternalStore(subscribe, () => request);
