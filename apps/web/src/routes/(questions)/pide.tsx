import { createFileRoute } from '@tanstack/react-router';
import { QuestionsScreen } from '../../features/questions/questions-screen.tsx';

export const Route = createFileRoute('/(questions)/pide')({ component: QuestionsScreen });
