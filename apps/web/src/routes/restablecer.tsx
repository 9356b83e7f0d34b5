import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordScreen } from '../features/auth/reset-password-screen.tsx';

export const Route = createFileRoute('/restablecer')({
  validateSearch: (search: Record<string, unknown>): { token: string } => ({
    token: typeof search.token === 'string' ? search.token : '',
  }),
  component: ResetRoute,
});

function ResetRoute() {
  return <ResetPasswordScreen token={Route.useSearch().token} />;
}
