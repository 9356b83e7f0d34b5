import { createFileRoute } from '@tanstack/react-router';
import { CommunityScreen } from '../app/community-screen.tsx';
import { WithStory } from '../app/with-story.tsx';

export const Route = createFileRoute('/search')({ component: SearchRoute });

function SearchRoute() {
  return (
    <WithStory>
      <CommunityScreen />
    </WithStory>
  );
}
