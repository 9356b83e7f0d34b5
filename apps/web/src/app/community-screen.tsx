import { FeedScreen } from '../features/stories/feed-screen.tsx';
import { shellText } from '../messages/shell.ts';
import { LogoHeader } from './shell/logo-header.tsx';
import { Screen } from './shell/screen.tsx';

export function CommunityScreen() {
  return (
    <Screen label={shellText.community} header={<LogoHeader />}>
      <FeedScreen />
    </Screen>
  );
}
