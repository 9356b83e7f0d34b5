import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { routeTree } from '../route-tree.gen.ts';
import { CrashScreen } from './crash-screen.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';

export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: lazyRouteComponent(
      async () => import('./not-found-screen.tsx'),
      'NotFoundScreen',
    ),
    defaultErrorComponent: CrashScreen,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
