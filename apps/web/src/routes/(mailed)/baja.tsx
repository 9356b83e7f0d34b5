import { createFileRoute } from '@tanstack/react-router';
import { LeaveDigestScreen } from '../../features/news/leave-digest-screen.tsx';

export const Route = createFileRoute('/(mailed)/baja')({ component: LeaveDigestScreen });
