import { lazyPart } from '../../lib/lazy/lazy-part.tsx';
import { LoadFailure } from '../../lib/paging/load-failure.tsx';
import { profilesText } from '../../messages/profiles.ts';
import { useSession } from '../../lib/session/use-session.ts';

const UsernameSheet = lazyPart(
  async () => (await import('../../features/profiles/username-sheet.tsx')).UsernameSheet,
  ({ isRetrying, onRetry }) => (
    <div className="fixed inset-0 z-30 grid overflow-y-auto bg-paper">
      <LoadFailure title={profilesText.complete.title} isRetrying={isRetrying} onRetry={onRetry} />
    </div>
  ),
);

/** Asks who is signed in without a username for one, wherever they are. */
export function UsernameSheetHost() {
  const session = useSession();
  if (session.status !== 'signed-in' || session.user.username !== null) return null;
  return <UsernameSheet />;
}
