import type { Role } from '@relato/contract/users/types';
import type { ReactNode } from 'react';
import { BackHeader } from '../lib/layout/back-header.tsx';
import { Screen } from '../lib/layout/screen.tsx';
import { SignedIn } from '../lib/session/signed-in.tsx';
import { useSession } from '../lib/session/use-session.ts';
import { shellText } from '../messages/shell.ts';
import { NotFoundScreen } from './not-found-screen.tsx';

interface StaffScreenProps {
  readonly title: string;
  /** Other users see the 404 screen. The server checks every call anyway. */
  readonly roles: readonly Role[];
  readonly children: ReactNode;
}

/** A screen for moderators or administrators. */
export function StaffScreen({ title, roles, children }: StaffScreenProps) {
  const session = useSession();
  if (session.status === 'loading') return null;
  const isMissing = session.status === 'signed-in' ? !roles.includes(session.user.role) : !session.unanswered;
  if (isMissing) return <NotFoundScreen />;
  return (
    <Screen isWide label={title} header={<BackHeader title={title} />}>
      <SignedIn loading={null} failureTitle={shellText.missingPart} visitor={null}>
        {children}
      </SignedIn>
    </Screen>
  );
}
