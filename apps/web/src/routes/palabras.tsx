import { createFileRoute } from '@tanstack/react-router';
import { WordsScreen } from '../features/corrections/explained/words-screen.tsx';

export const Route = createFileRoute('/palabras')({ component: () => <WordsScreen /> });
