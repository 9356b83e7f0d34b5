import { createFileRoute } from '@tanstack/react-router';
import { AppealByLinkScreen } from '../../features/appeals/appeal-by-link-screen.tsx';

export const Route = createFileRoute('/(mailed)/apelar')({ component: AppealByLinkScreen });
