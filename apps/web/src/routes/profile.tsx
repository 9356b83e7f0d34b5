import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { OwnProfileScreen } from '../features/profiles/own-profile-screen.tsx';
import { openAuthSheet } from '../lib/session/auth-sheet-store.ts';

interface ProfileSearch {
  /** Set by the link of a mail: opens the sheet that asks for a new password. */
  readonly entrar?: 'recuperar';
}

export const Route = createFileRoute('/profile')({
  validateSearch: ({ entrar }: Record<string, unknown>): ProfileSearch =>
    entrar === 'recuperar' ? { entrar } : {},
  component: ProfileRoute,
});

function ProfileRoute() {
  const { entrar } = Route.useSearch();
  const navigate = Route.useNavigate();
  useEffect(() => {
    if (entrar === undefined) return;
    openAuthSheet({ mode: 'recovery' });
    void navigate({ search: {}, replace: true });
  }, [entrar, navigate]);
  return <OwnProfileScreen />;
}
