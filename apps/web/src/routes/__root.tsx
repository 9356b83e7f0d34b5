import { createRootRoute, Outlet } from '@tanstack/react-router';
import { readOpenedStory } from '../app/search-params.ts';
import { Shell } from '../app/shell/shell.tsx';

export const Route = createRootRoute({
  validateSearch: readOpenedStory,
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
});
