import { trpc } from '../calls/trpc.ts';
import { openAuthSheet, type AuthRequest } from './auth-sheet-store.ts';

/**
 * Returns a gate: it runs `then` at once for a signed-in person, and after signing in for a visitor, whose sheet says why
 * it came. A visitor who leaves the page to sign in comes back to `returnTo`, or else to where they are.
 */
export function useRequireSession(): (then: () => void, request?: Partial<AuthRequest>) => void {
  const utils = trpc.useUtils();
  return (then, request) => {
    // Not from a render's copy: right after the page has loaded, the answer may still be on its way.
    void utils.account.session
      .ensureData()
      .catch(() => null)
      .then((session) => (session ? then() : openAuthSheet({ ...request, onSignedIn: then })));
  };
}
