import { useNavigate } from '@tanstack/react-router';
import { trpc } from '../calls/trpc.ts';
import { openAuthSheet, type AuthRequest } from './auth-sheet-store.ts';

/**
 * Returns a function that runs `then` at once for a signed-in user, and after signing in for a visitor, whose sheet names
 * the action. A visitor who leaves the page to sign in returns to `returnTo`, or else to the current address. `onVisitor` is
 * called before the sheet opens, which may be long after the press.
 */
export function useRequireSession(): (
  then: () => void,
  request?: Partial<AuthRequest>,
  onVisitor?: () => void,
) => void {
  const utils = trpc.useUtils();
  const ask = async (then: () => void, turnAway: () => void) => {
    // Uses the query instead of the rendered value, because the answer may still be on its way after a page load.
    const session = await utils.account.session.ensureData().catch(() => null);
    if (session) then();
    else turnAway();
  };
  return (then, request, onVisitor) =>
    void ask(then, () => {
      onVisitor?.();
      openAuthSheet({ ...request, onSignedIn: then });
    });
}

/** Returns the action of the record button: visitors sign in first, and both arrive at the recorder. */
export function useStartRecording(): () => void {
  const requireSession = useRequireSession();
  const navigate = useNavigate();
  const { account } = trpc.useUtils();
  const open = () => void navigate({ to: '/record' });
  return () => {
    // The recorder waits for an unknown session itself. Waiting here could navigate away from a later activity of the user.
    if (account.session.getData() === undefined) open();
    else requireSession(open, { mode: 'sign-up', purpose: 'record', returnTo: '/record' });
  };
}
