import { FeedScreen } from '../features/stories/feed/feed-screen.tsx';
import { LogoHeader } from '../lib/layout/logo-header.tsx';
import { Screen } from '../lib/layout/screen.tsx';
import { shellText } from '../messages/shell.ts';

export function CommunityScreen() {
  return (
    <Screen label={shellText.community} header={<LogoHeader />}>
      <FeedScreen />
    </Screen>
  );
}
