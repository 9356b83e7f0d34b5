import { createFileRoute } from '@tanstack/react-router';
import { WithStory } from '../app/with-story.tsx';
import { NoticesScreen } from '../features/notices/notices-screen.tsx';

export const Route = createFileRoute('/avisos')({ component: NoticesRoute });

function NoticesRoute() {
  return (
    <WithStory>
      <NoticesScreen />
    </WithStory>
  );
}
