import { createRootRoute, Outlet } from '@tanstack/react-router';
import { readOpenedStory } from '../app/search-params.ts';
import { Shell } from '../app/shell/shell.tsx';
import { StoryOverlay } from '../app/story-overlay.tsx';

export const Route = createRootRoute({
  validateSearch: readOpenedStory,
  component: () => (
    <Shell>
      <StoryOverlay>
        <Outlet />
      </StoryOverlay>
    </Shell>
  ),
});
