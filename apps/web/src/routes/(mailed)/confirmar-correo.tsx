import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailChangeScreen } from '../../features/account/mail-links/confirm-email-change-screen.tsx';

export const Route = createFileRoute('/(mailed)/confirmar-correo')({ component: ConfirmEmailChangeScreen });
