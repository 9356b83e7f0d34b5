import { createFileRoute } from '@tanstack/react-router';
import { StoryOverlay } from '../app/story-overlay.tsx';
import { NewsScreen } from '../features/news/news-screen.tsx';

export const Route = createFileRoute('/avisos')({
  component: () => (
    <StoryOverlay>
      <NewsScreen />
    </StoryOverlay>
  ),
});
