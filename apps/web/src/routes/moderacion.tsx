import { createFileRoute } from '@tanstack/react-router';
import { ModerationScreen } from '../app/moderation-screen.tsx';

export const Route = createFileRoute('/moderacion')({ component: ModerationScreen });
