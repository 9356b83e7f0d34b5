import { createFileRoute } from '@tanstack/react-router';
import { StoryOverlay } from '../app/story-overlay.tsx';
import { WordsScreen } from '../features/corrections/explained/words-screen.tsx';

export const Route = createFileRoute('/palabras')({ component: WordsRoute });

function WordsRoute() {
  return (
    <StoryOverlay>
      <WordsScreen />
    </StoryOverlay>
  );
}
