import { createFileRoute } from '@tanstack/react-router';
import { WithStory } from '../app/with-story.tsx';
import { OwnProfileScreen } from '../features/profiles/own-profile-screen.tsx';

export const Route = createFileRoute('/profile')({ component: ProfileRoute });

function ProfileRoute() {
  return (
    <WithStory>
      <OwnProfileScreen />
    </WithStory>
  );
}
