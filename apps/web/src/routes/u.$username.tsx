import { createFileRoute } from '@tanstack/react-router';
import { PublicProfileScreen } from '../features/profiles/public-profile-screen.tsx';

export const Route = createFileRoute('/u/$username')({ component: PublicProfileRoute });

function PublicProfileRoute() {
  const { username } = Route.useParams();
  // The key remounts the screen for another user, so that nothing stays open.
  return <PublicProfileScreen key={username} username={username} />;
}
