import { listSitemapDays, readSitemapDay, sitemapKinds, type Services, type SitemapKind } from '@relato/api';
import { escapeMarkup } from '@relato/contract';
import { askTogether } from '@relato/db';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { AppEnv } from '../../http/app-env.ts';
import { cacheRules } from '../../http/cache-rules.ts';
import type { RouteAuthorizer, RoutePolicies } from '../../middleware/authorize-route.ts';
import { streamBody } from '../audio/stream-body.ts';

export const sitemapPolicies = {
  'GET /robots.txt': { description: 'which addresses programs may read', caller: 'anyone' },
  'GET /sitemap.xml': { description: 'the sitemaps of all days', caller: 'anyone', limits: ['read'] },
  'GET /sitemap/:file': {
    description: 'the public stories or profiles of one day',
    caller: 'anyone',
    limits: ['read'],
  },
} as const satisfies RoutePolicies;

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const headers = {
  'Content-Type': 'application/xml; charset=utf-8',
  'Cache-Control': cacheRules.shared,
} as const;

/** The paths without content for readers. Pages and their content are open to crawlers. */
const closedPaths = ['/trpc', '/upload', '/auth', '/export', '/cuentame'];

/** `/robots.txt`, and `/sitemap.xml` with one file for each day and kind. */
export function sitemapRoutes(
  services: Services,
  { logger, authorizeRoute }: { readonly logger: Logger; readonly authorizeRoute: RouteAuthorizer },
): Hono<AppEnv> {
  const { publicUrl } = services;
  const routes = new Hono<AppEnv>();

  // Queries the database once for each day. Concurrent callers share the answer, so that many of them do not slow everything
  // else.
  const listFiles = askTogether(async (): Promise<readonly string[]> => {
    const files: string[] = [];
    for (const kind of sitemapKinds) {
      const days = await listSitemapDays(services, kind);
      files.push(
        ...days.map((day) => `<sitemap><loc>${publicUrl}/sitemap/${kind}-${day}.xml</loc></sitemap>`),
      );
    }
    return files;
  });

  routes.get('/robots.txt', (c) => {
    const lines = ['User-agent: *', ...closedPaths.map((path) => `Disallow: ${path}`)];
    return c.text(`${lines.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`);
  });

  routes.get('/sitemap.xml', async (c) => {
    await authorizeRoute(c, sitemapPolicies['GET /sitemap.xml']);
    const files = await listFiles();
    const xml = `${declaration}<sitemapindex ${namespace}>${files.join('')}</sitemapindex>`;
    return c.body(xml, 200, headers);
  });

  routes.get('/sitemap/:file', async (c) => {
    await authorizeRoute(c, sitemapPolicies['GET /sitemap/:file']);
    const file = parseFile(c.req.param('file'));
    if (!file) return c.notFound();
    return c.body(streamBody(c, writeDay(services, file), logger), 200, headers);
  });

  return routes;
}

const locations: Readonly<Record<SitemapKind, (name: string) => string>> = {
  stories: (id) => `/?story=${id}`,
  profiles: (username) => `/u/${encodeURIComponent(username)}`,
};

interface SitemapFile {
  readonly kind: SitemapKind;
  readonly day: string;
}

async function* writeDay(
  services: Services,
  { kind, day }: SitemapFile,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${declaration}<urlset ${namespace}>`);
  for await (const page of readSitemapDay(services, kind, day)) {
    const urls = page.map(({ name, changedAt }) => {
      const location = escapeMarkup(services.publicUrl + locations[kind](name));
      const change = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
      return `<url><loc>${location}</loc>${change}</url>`;
    });
    yield encoder.encode(urls.join(''));
  }
  yield encoder.encode('</urlset>');
}

function parseFile(name: string): SitemapFile | null {
  const [, kindInName, day = ''] = /^(\w+)-(\d{4}-\d{2}-\d{2})\.xml$/.exec(name) ?? [];
  const kind = sitemapKinds.find((each) => each === kindInName);
  // Ids cannot begin with a time before 1970.
  return kind && Date.parse(day) >= 0 ? { kind, day } : null;
}
