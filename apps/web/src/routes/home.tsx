import { createFileRoute, Navigate } from '@tanstack/react-router';
import { CommunityScreen } from '../app/community-screen.tsx';
import { useSettings } from '../app/use-settings.ts';
import { WithStory } from '../app/with-story.tsx';
import { readFeedSearch } from '../features/stories/feed-filter.ts';

export const Route = createFileRoute('/home')({ validateSearch: readFeedSearch, component: HomeRoute });

function HomeRoute() {
  const { flags } = useSettings();
  if (flags.recordOnly) return <Navigate to="/" search={(search) => search} replace />;
  return (
    <WithStory>
      <CommunityScreen />
    </WithStory>
  );
}
