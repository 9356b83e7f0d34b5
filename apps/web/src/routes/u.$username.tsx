import { createFileRoute } from '@tanstack/react-router';
import { StoryOverlay } from '../app/story-overlay.tsx';
import { PublicProfileScreen } from '../features/profiles/public-profile-screen.tsx';

export const Route = createFileRoute('/u/$username')({ component: PublicProfileRoute });

function PublicProfileRoute() {
  const { username } = Route.useParams();
  return (
    <StoryOverlay>
      {/* The key remounts the screen for another user, so that nothing stays open. */}
      <PublicProfileScreen key={username} username={username} />
    </StoryOverlay>
  );
}
