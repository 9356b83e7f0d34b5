import { trpc } from '../../lib/calls/trpc.ts';
import { announceSession } from '../../lib/session/session-channel.ts';

/** What to do once the own username has changed: everything that shows it is asked for again, also in the other tabs. */
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
