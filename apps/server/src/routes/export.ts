import { PassThrough, Readable } from 'node:stream';
import { listExportFiles, type ExportFile, type Services, type Viewer } from '@relato/api';
import { DomainError } from '@relato/contract';
import { Hono, type Context } from 'hono';
import type { Logger } from 'pino';
import { ZipFile } from 'yazl';
import type { AppEnv } from '../app.ts';
import { requireSignedIn, type Guard } from '../middleware/authorize-route.ts';

interface ExportOptions {
  readonly logger: Logger;
  readonly guard: Guard;
}

/** `/export`: all that is kept of who asks, as one zip that is made while it is sent. */
export function exportRoutes(services: Services, { logger, guard }: ExportOptions): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/', async (c) => {
    c.header('Cache-Control', 'no-store');
    try {
      requireWanted(c);
      const { viewer } = requireSignedIn(await guard(c, 'GET /export'));
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="relato-${new Date().toISOString().slice(0, 10)}.zip"`,
        'Cross-Origin-Resource-Policy': 'same-origin',
      };
      if (c.req.method === 'HEAD') return c.body(null, 200, headers);
      const zip = createZip(services, viewer, (error) => logger.error({ err: error }, 'an export broke off'));
      return c.body(Readable.toWeb(zip) as ReadableStream<Uint8Array>, 200, headers); // the two types of one stream
    } catch (error) {
      // Who followed a link of the app shall stay in it.
      if (!(error instanceof DomainError) || c.req.header('sec-fetch-mode') !== 'navigate') throw error;
      return c.redirect(`/profile#export=${error.code}`);
    }
  });

  return routes;
}

/** Another site could use up how often one may, and a browser that looks ahead has nobody who wants it. */
function requireWanted(c: Context<AppEnv>): void {
  const site = c.req.header('sec-fetch-site') ?? 'none';
  const isAhead = /prefetch|prerender/.test(c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '');
  if (isAhead || (site !== 'same-origin' && site !== 'none')) throw new DomainError('FOREIGN_ORIGIN');
}

/** Each file is read when its turn comes, as fast as the zip is taken; who leaves ends it. */
function createZip(services: Services, viewer: Viewer, onError: (error: unknown) => void): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  let current: Readable | undefined;
  const fail = (error: unknown) => {
    onError(error);
    output.destroy(error instanceof Error ? error : new Error('The export broke off', { cause: error }));
  };
  const add = ({ name, read, isCompressed }: ExportFile) =>
    zip.addReadStreamLazy(name, { compress: isCompressed }, (give) => {
      if (output.destroyed) return;
      current = Readable.from(read(), { objectMode: false });
      current.on('error', fail);
      give(null, current);
    });
  const addAll = async () => {
    for await (const file of listExportFiles(services, viewer)) {
      if (output.destroyed) return;
      add(file);
    }
    zip.end();
  };
  output.once('close', () => current?.destroy());
  zip.on('error', fail);
  zip.outputStream.pipe(output);
  addAll().catch(fail);
  return output;
}
