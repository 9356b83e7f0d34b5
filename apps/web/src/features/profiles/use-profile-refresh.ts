import { trpc } from '../../lib/calls/trpc.ts';
import { announceSession } from '../../lib/session/session-channel.ts';

/**
 * Returns a function to call after the user's own name changed: it refetches everything that shows the name, in the other
 * tabs too.
 */
export function useProfileRefresh(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    announceSession('user-updated');
    await Promise.all([
      utils.account.session.invalidate(),
      utils.profiles.invalidate(),
      utils.stories.invalidate(),
      utils.follows.invalidate(),
    ]);
  };
}
