import { createFileRoute } from '@tanstack/react-router';
import { OperatorScreen } from '../app/operator-screen.tsx';

export const Route = createFileRoute('/operador')({ component: OperatorScreen });
