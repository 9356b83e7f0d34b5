import { createFileRoute } from '@tanstack/react-router';
import { AppealByLinkScreen } from '../features/notices/appeal-by-link-screen.tsx';

export const Route = createFileRoute('/apelar')({ component: AppealByLinkScreen });
