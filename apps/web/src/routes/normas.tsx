import { createFileRoute } from '@tanstack/react-router';
import { RulesScreen } from '../app/rules-screen.tsx';

export const Route = createFileRoute('/normas')({ component: () => <RulesScreen /> });
