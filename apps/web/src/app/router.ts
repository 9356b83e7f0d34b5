import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { afterPaint } from '../lib/after-paint.ts';
import { routeTree } from '../route-tree.gen.ts';
import { CrashScreen } from './crash-screen.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';

export function createAppRouter() {
  const router = createRouter({
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
  const { navigate } = router;
  router.navigate = async (options) => {
    await afterPaint();
    return navigate(options);
  };
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
