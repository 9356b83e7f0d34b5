import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { FastRoute } from '../../http/fast-path.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { cacheRules } from '../../http/cache-rules.ts';
import type { RoutePolicies } from '../../middleware/authorize-route.ts';
import { assetRoutes } from './assets.ts';

export const webAppPolicies = {
  'GET /*': { description: 'the built web app', caller: 'anyone' },
} as const satisfies RoutePolicies;

interface WebAppOptions {
  /** The folder of the built web app. */
  readonly directory: string;
  /** The files of this release and earlier ones. See `keepAssets`. */
  readonly keptAssetsDir: string;
}

interface WebAppRoutes {
  readonly web: Hono<AppEnv>;
  readonly fast: FastRoute;
}

/** Serves the files of the built web app. The build writes a compressed copy beside each text file. */
export function webAppRoutes({ directory, keptAssetsDir }: WebAppOptions): WebAppRoutes {
  const web = new Hono<AppEnv>();
  const files = serveStatic({ root: directory, precompressed: true });
  const assets = assetRoutes([join(directory, 'assets'), keptAssetsDir]);

  web.get('*', assets.web);
  web.use(etag());
  web.get('*', async (c, next) => {
    const file: unknown = await files(c, next);
    if (!(file instanceof Response)) return;
    file.headers.set('Vary', 'Accept-Encoding');
    file.headers.set('Cache-Control', cacheRules.app);
    return file;
  });
  web.get('*', (c) => c.json({ error: 'NOT_FOUND' }, 404));
  return { web, fast: assets.fast };
}
