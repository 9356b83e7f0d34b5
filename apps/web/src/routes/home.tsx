import { createFileRoute, Navigate } from '@tanstack/react-router';
import { CommunityScreen } from '../app/community-screen.tsx';
import { readFeedSearch } from '../features/stories/feed/feed-filter.ts';
import { StorySkeletons } from '../features/stories/story-skeleton.tsx';
import { LogoHeader } from '../lib/layout/logo-header.tsx';
import { Screen } from '../lib/layout/screen.tsx';
import { useSettings, useSettingsLoaded } from '../lib/settings/use-settings.ts';
import { shellText } from '../messages/shell.ts';
import { storiesText } from '../messages/stories.ts';

export const Route = createFileRoute('/home')({ validateSearch: readFeedSearch, component: HomeRoute });

function HomeRoute() {
  const { flags } = useSettings();
  const isSettled = useSettingsLoaded();
  if (flags.recordOnly) {
    return isSettled ? <Navigate to="/" search={(search) => search} replace /> : <LoadingHome />;
  }
  return <CommunityScreen />;
}

/** Shows until it is known whether the community is enabled. */
function LoadingHome() {
  return (
    <Screen label={shellText.community} header={<LogoHeader />}>
      <StorySkeletons label={storiesText.loading} count={3} />
    </Screen>
  );
}
