import { createFileRoute } from '@tanstack/react-router';
import { StoryOverlay } from '../app/story-overlay.tsx';
import { ModerationScreen } from '../app/moderation-screen.tsx';

export const Route = createFileRoute('/moderacion')({ component: ModerationRoute });

function ModerationRoute() {
  return (
    <StoryOverlay>
      <ModerationScreen />
    </StoryOverlay>
  );
}
