import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { readFromTab, storeInTab } from '../tab-storage.ts';

/**
 * The outcome of a mail's link: done, or the first confirmation of an account, which may have been created in order to
 * record, or be another one than that of the session.
 */
type MailLinkOutcome = 'done' | 'new' | 'new-to-record' | 'other';

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly mailLink?: MailLinkOutcome;
  }
}

export interface MailLink {
  /** Empty if the address holds no token. */
  readonly token: string;
  /** Null until the link was used, here or before a reload. */
  readonly outcome: MailLinkOutcome | null;
  /** Keeps the token in this tab, for a user who leaves the page to sign in and is sent back without it. */
  readonly keep: () => void;
  /** Removes the used token from the address, so that a reload does not send it again. */
  readonly spend: (outcome: MailLinkOutcome) => void;
}

const readToken = (hash: string, search: string): string =>
  new URLSearchParams(hash).get('token') ?? new URLSearchParams(search).get('token') ?? '';

const readKept = (key: string): string => {
  const kept = readFromTab(key);
  return typeof kept === 'string' ? kept : '';
};

/**
 * Returns the token of a mail's link: after `#`, where it reaches no server log and no `Referer`, or after `?`. It is kept
 * in state, so that a jump to another anchor does not lose it. The link of another mail may be followed in the same tab, so
 * what a screen shows of a link stands in a component that has the token as its key.
 */
export function useMailToken(): MailLink {
  const { pathname, hash, searchStr, state } = useLocation();
  const { history } = useRouter();
  const found = readToken(hash, searchStr);
  const keptKey = `mail-link ${pathname}`;
  const [link, setLink] = useState(() => ({
    token: found === '' ? readKept(keptKey) : found,
    outcome: state.mailLink ?? null,
  }));
  // The link of another mail was followed in the same tab.
  if (found !== '' && found !== link.token) setLink({ token: found, outcome: null });
  return {
    ...link,
    keep: () => storeInTab(keptKey, link.token),
    spend: (mailLink) => {
      storeInTab(keptKey, null);
      const { location } = window;
      // Another link may have been followed before the answer.
      const open = readToken(location.hash.slice(1), location.search);
      if (open !== '' && open !== link.token) return;
      setLink({ ...link, outcome: mailLink });
      // Removed at once, because a reload right after the answer would find the used token. If the user has left, their
      // address stays.
      if (location.pathname === pathname) history.replace(pathname, { mailLink });
    },
  };
}
