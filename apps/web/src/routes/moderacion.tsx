import { createFileRoute } from '@tanstack/react-router';
import { WithStory } from '../app/with-story.tsx';
import { ModerationScreen } from '../features/moderation/moderation-screen.tsx';

export const Route = createFileRoute('/moderacion')({ component: ModerationRoute });

function ModerationRoute() {
  return (
    <WithStory>
      <ModerationScreen />
    </WithStory>
  );
}
