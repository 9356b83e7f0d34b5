import { trpc } from '../calls/trpc.ts';
import { openAuthSheet, type AuthRequest } from './auth-sheet-store.ts';

/**
 * Returns a function that runs `then` at once for a signed-in user, and after signing in for a visitor, whose sheet
 * names the action. A visitor who leaves the page to sign in returns to `returnTo`, or else to the current address.
 */
export function useRequireSession(): (then: () => void, request?: Partial<AuthRequest>) => void {
  const utils = trpc.useUtils();
  return (then, request) => {
    // Not the rendered value: right after the page has loaded, the answer may be on its way.
    void utils.account.session
      .ensureData()
      .catch(() => null)
      .then((session) => (session ? then() : openAuthSheet({ ...request, onSignedIn: then })));
  };
}
