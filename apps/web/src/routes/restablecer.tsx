import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordScreen } from '../features/account/mail-links/reset-password-screen.tsx';

export const Route = createFileRoute('/restablecer')({ component: ResetPasswordScreen });
