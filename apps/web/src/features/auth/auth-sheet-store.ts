import { useSyncExternalStore } from 'react';

export interface AuthRequest {
  readonly mode: 'sign-in' | 'sign-up' | 'recovery';
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
export const openAuthSheet = ({ mode = 'sign-in', onSignedIn, returnTo }: Partial<AuthRequest> = {}) =>
  setRequest({ mode, onSignedIn, returnTo });

export const closeAuthSheet = () => setRequest(null);

export const useAuthRequest = () => useSyncExternalStore(subscribe, () => request);
