import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

/** What came of a mail's link: done, or the first confirmation of an account, which may have been made in order to record. */
type MailLinkOutcome = 'done' | 'new' | 'new-to-record';

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly mailLink?: MailLinkOutcome;
  }
}

interface MailLink {
  /** Empty when the address holds none. */
  readonly token: string;
  /** Null until the link has been used, here or before the page was loaded again. */
  readonly outcome: MailLinkOutcome | null;
  /** Takes the used token out of the address, so that loading the page again does not ask for it once more. */
  readonly spend: (outcome: MailLinkOutcome) => void;
}

/**
 * The token of a mail's link: after `#`, where it reaches no server's log and no `Referer`, or after `?`. Kept, so that
 * a jump to another anchor does not lose it.
 */
export function useMailToken(): MailLink {
  const { hash, searchStr, state } = useLocation();
  const navigate = useNavigate();
  const found = new URLSearchParams(hash).get('token') ?? new URLSearchParams(searchStr).get('token') ?? '';
  const [link, setLink] = useState({ token: found, outcome: state.mailLink ?? null });
  // Another mail's link, followed in the same tab.
  if (found !== '' && found !== link.token) setLink({ token: found, outcome: null });
  return {
    ...link,
    spend: (mailLink) => {
      setLink({ ...link, outcome: mailLink });
      void navigate({ to: '.', replace: true, resetScroll: false, state: { mailLink } });
    },
  };
}
