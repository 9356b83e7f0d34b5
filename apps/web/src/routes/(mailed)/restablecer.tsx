import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordScreen } from '../../features/account/mail-links/reset-password-screen.tsx';

export const Route = createFileRoute('/(mailed)/restablecer')({ component: ResetPasswordScreen });
