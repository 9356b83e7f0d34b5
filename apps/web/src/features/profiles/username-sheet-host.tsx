import { lazyPart } from '../../app/lazy-part.tsx';
import { LoadFailure } from '../../app/paging/load-failure.tsx';
import { profilesText } from '../../messages/profiles.ts';
import { useSession } from '../auth/use-session.ts';

const UsernameSheet = lazyPart(
  async () => (await import('./username-sheet.tsx')).UsernameSheet,
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
