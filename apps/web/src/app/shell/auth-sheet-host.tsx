import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { closeAuthSheet, useAuthRequest } from '../../lib/session/auth-sheet-store.ts';

const AuthSheet = lazySheet(
  async () => (await import('../../features/account/sign-in/auth-sheet.tsx')).AuthSheet,
);

/** The auth sheet, loaded when it is first asked for. */
export function AuthSheetHost() {
  const request = useAuthRequest();
  if (!request) return null;
  return <AuthSheet request={request} onClose={closeAuthSheet} />;
}
