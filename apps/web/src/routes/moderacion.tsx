import { createFileRoute } from '@tanstack/react-router';
import { ModerationScreen } from '../app/moderation-screen.tsx';
import { StoryOverlay } from '../app/story-overlay.tsx';

export const Route = createFileRoute('/moderacion')({
  component: () => (
    <StoryOverlay>
      <ModerationScreen />
    </StoryOverlay>
  ),
});
