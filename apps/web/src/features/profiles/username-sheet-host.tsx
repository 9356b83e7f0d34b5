import { lazy, Suspense } from 'react';
import { useSession } from '../auth/use-session.ts';

const UsernameSheet = lazy(async () =>
  import('./username-sheet.tsx').then((module) => ({ default: module.UsernameSheet })),
);

/** Asks who is signed in without a username for one, wherever they are. */
export function UsernameSheetHost() {
  const session = useSession();
  if (session.status !== 'signed-in' || session.user.username !== null) return null;
  return (
    <Suspense>
      <UsernameSheet />
    </Suspense>
  );
}
