import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmailScreen } from '../features/auth/verify-email-screen.tsx';

export const Route = createFileRoute('/confirmar')({
  validateSearch: (search: Record<string, unknown>): { token: string } => ({
    token: typeof search.token === 'string' ? search.token : '',
  }),
  component: ConfirmRoute,
});

function ConfirmRoute() {
  return <VerifyEmailScreen token={Route.useSearch().token} />;
}
