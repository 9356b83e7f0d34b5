import { createFileRoute } from '@tanstack/react-router';
import { StoryOverlay } from '../app/story-overlay.tsx';
import { NoticesScreen } from '../features/appeals/notices-screen.tsx';

export const Route = createFileRoute('/avisos')({
  component: () => (
    <StoryOverlay>
      <NoticesScreen />
    </StoryOverlay>
  ),
});
