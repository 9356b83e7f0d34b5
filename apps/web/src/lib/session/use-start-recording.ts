import { useNavigate } from '@tanstack/react-router';
import { useRequireSession } from './use-require-session.ts';

/** Returns the action of the record button: visitors sign in first, and both arrive at the recorder. */
export function useStartRecording(): () => void {
  const requireSession = useRequireSession();
  const navigate = useNavigate();
  return () =>
    requireSession(() => void navigate({ to: '/record' }), {
      mode: 'sign-up',
      purpose: 'record',
      returnTo: '/record',
    });
}
