import { createFileRoute } from '@tanstack/react-router';
import { CommunityScreen } from '../app/community-screen.tsx';
import { readFeedSearch } from '../features/stories/feed/feed-filter.ts';

export const Route = createFileRoute('/search')({
  validateSearch: readFeedSearch,
  component: CommunityScreen,
});
