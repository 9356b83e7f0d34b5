import { createFileRoute, Navigate } from '@tanstack/react-router';
import { CommunityScreen } from '../app/community-screen.tsx';
import { LogoHeader } from '../app/shell/logo-header.tsx';
import { Screen } from '../app/shell/screen.tsx';
import { useSettings, useSettled } from '../app/use-settings.ts';
import { WithStory } from '../app/with-story.tsx';
import { readFeedSearch } from '../features/stories/feed-filter.ts';
import { StorySkeletons } from '../features/stories/story-skeleton.tsx';
import { shellText } from '../messages/shell.ts';
import { storiesText } from '../messages/stories.ts';

export const Route = createFileRoute('/home')({ validateSearch: readFeedSearch, component: HomeRoute });

function HomeRoute() {
  const { flags } = useSettings();
  const isSettled = useSettled();
  if (flags.recordOnly) {
    return isSettled ? <Navigate to="/" search={(search) => search} replace /> : <LoadingHome />;
  }
  return (
    <WithStory>
      <CommunityScreen />
    </WithStory>
  );
}

/** Nobody knows yet whether there is a community. */
function LoadingHome() {
  return (
    <Screen label={shellText.community} header={<LogoHeader />}>
      <StorySkeletons label={storiesText.loading} count={3} />
    </Screen>
  );
}
