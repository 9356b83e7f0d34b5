import { lazy, Suspense } from 'react';
import { useAuthRequest } from './auth-sheet-store.ts';

const AuthSheet = lazy(async () =>
  import('./auth-sheet.tsx').then((module) => ({ default: module.AuthSheet })),
);

/** The auth sheet, loaded when it is first asked for. */
export function AuthSheetHost() {
  const request = useAuthRequest();
  if (!request) return null;
  return (
    <Suspense>
      <AuthSheet request={request} />
    </Suspense>
  );
}
