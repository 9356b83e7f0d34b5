import { useNavigate } from '@tanstack/react-router';
import { useRequireSession } from './use-require-session.ts';

/** What pressing record does: a visitor signs in first, and both end up at the recorder. */
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
