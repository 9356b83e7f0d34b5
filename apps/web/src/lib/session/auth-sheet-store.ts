import type { StorySummary } from '@relato/contract/stories/types';
import { createSheetStore } from '../layout/sheet-store.ts';

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

const sheet = createSheetStore<AuthRequest>();

/** Opens the sheet to sign in or up, from anywhere. */
export const openAuthSheet = ({
  mode = 'sign-in',
  purpose,
  story,
  email,
  onSignedIn,
  returnTo,
}: Partial<AuthRequest> = {}) => sheet.set({ mode, purpose, story, email, onSignedIn, returnTo });

export const closeAuthSheet = () => sheet.set(null);

export const isAuthSheetOpen = (asked: AuthRequest): boolean => sheet.get() === asked;

export const useAuthRequest = () => sheet.useOpened((request) => request);
