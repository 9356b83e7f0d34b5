import { createRootRoute, Outlet } from '@tanstack/react-router';
import { Shell } from '../app/shell/shell.tsx';

interface RootSearch {
  /** Opens one story in front of whatever the route shows. */
  readonly story?: string;
}

export const Route = createRootRoute({
  validateSearch: (search: Record<string, unknown>): RootSearch =>
    typeof search.story === 'string' ? { story: search.story } : {},
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
});
