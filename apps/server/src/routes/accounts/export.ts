import { PassThrough, Readable } from 'node:stream';
import { listExportFiles, registerExport, type ExportFile, type Services, type Viewer } from '@relato/api';
import { DomainError } from '@relato/contract';
import { Hono, type Context } from 'hono';
import type { Logger } from 'pino';
import { ZipFile } from 'yazl';
import type { AppEnv } from '../../http/app-env.ts';
import {
  requireSignedIn,
  type RouteAuthorizer,
  type RoutePolicies,
} from '../../middleware/authorize-route.ts';
import { streamBody } from '../audio/stream-body.ts';
import { whileAllowed } from '../audio/access-rechecks.ts';

export const exportPolicies = {
  'GET /export': {
    description: "all data of the caller's account",
    caller: 'signedIn',
    limits: ['export'],
  },
} as const satisfies RoutePolicies;

interface ExportOptions {
  readonly logger: Logger;
  readonly authorizeRoute: RouteAuthorizer;
}

/** `/export`: all data of the caller's account, as one zip that is made while it is sent. */
export function exportRoutes(services: Services, { logger, authorizeRoute }: ExportOptions): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/', async (c) => {
    try {
      requireIntent(c);
      const { viewer, token } = requireSignedIn(await authorizeRoute(c, exportPolicies['GET /export']));
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="relato-${new Date().toISOString().slice(0, 10)}.zip"`,
        'Cross-Origin-Resource-Policy': 'same-origin',
      };
      if (c.req.method === 'HEAD') return c.body(null, 200, headers);
      const zip = whileAllowed<Uint8Array>(createZip(services, viewer), async () => {
        if (!(await services.auth.validateSession(token, { prolongs: false })))
          throw new DomainError('UNAUTHENTICATED');
      });
      return c.body(streamBody(c, zip, logger), 200, headers);
    } catch (error) {
      // A navigation from a link of the app returns to the app.
      if (!(error instanceof DomainError) || c.req.header('sec-fetch-mode') !== 'navigate') throw error;
      return c.redirect(`/profile#export=${error.code}`);
    }
  });

  return routes;
}

/** Refuses prefetches and requests from other sites, which could use up the limit of the caller. */
function requireIntent(c: Context<AppEnv>): void {
  const site = c.req.header('sec-fetch-site') ?? 'none';
  const isPrefetch = /prefetch|prerender/.test(c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '');
  if (isPrefetch || (site !== 'same-origin' && site !== 'none')) throw new DomainError('FOREIGN_ORIGIN');
}

/** Reads each file in turn, at the pace of the client. Stops when the client disconnects. */
function createZip(services: Services, viewer: Viewer): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  let current: Readable | undefined;
  const fail = (error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error('The export failed', { cause: error }));
  const add = ({ name, read, isCompressed }: ExportFile) =>
    zip.addReadStreamLazy(name, { compress: isCompressed }, (give) => {
      if (output.destroyed) return;
      current = Readable.from(read(), { objectMode: false });
      current.on('error', fail);
      give(null, current);
    });
  const addAll = async () => {
    let count = 0;
    for await (const file of listExportFiles(services, viewer)) {
      if (output.destroyed) return;
      add(file);
      count += 1;
    }
    zip.end();
    services.runInBackground(registerExport(services, count));
  };
  output.once('close', () => current?.destroy());
  zip.on('error', fail);
  zip.outputStream.pipe(output);
  addAll().catch(fail);
  return output;
}
