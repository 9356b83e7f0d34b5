import { useNavigate } from '@tanstack/react-router';
import { trpc } from '../calls/trpc.ts';
import { useRequireSession } from './use-require-session.ts';

/** Returns the action of the record button: visitors sign in first, and both arrive at the recorder. */
export function useStartRecording(): () => void {
  const requireSession = useRequireSession();
  const navigate = useNavigate();
  const { account } = trpc.useUtils();
  const open = () => void navigate({ to: '/record' });
  return () => {
    // The recorder asks for an unknown session itself. A late answer must not lead away from what the user does by then.
    if (account.session.getData() === undefined) open();
    else requireSession(open, { mode: 'sign-up', purpose: 'record', returnTo: '/record' });
  };
}
