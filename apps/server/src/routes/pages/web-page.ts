import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { firstDataId, isAppPath, type FirstData } from '@relato/contract';
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { accepts } from '../../http/accepted-encodings.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { cacheRules } from '../../http/cache-rules.ts';
import { toContentSecurityPolicy } from '../../middleware/security-headers.ts';
import { toScriptJson } from './script-json.ts';
import { showsTarget } from './first-calls.ts';
import type { FirstDataReader } from './first-answers.ts';
import type { LinkedPageReader } from './linked-page.ts';
import { moveOn } from './renamed-address.ts';
import { missingHead } from './page-head.ts';
import { fillStart, findStartParts } from './placeholder-parts.ts';

interface WebPageOptions {
  /** The folder of the built web app. */
  readonly directory: string;
  readonly readFirstData: FirstDataReader;
  readonly readLinkedPage: LinkedPageReader;
  /** Returns whether the request has a session, valid or not. */
  readonly hasSession: (c: Context<AppEnv>) => boolean;
}

/**
 * Serves the page of the web app for every path that accepts HTML, with 404 for unknown ones. If the address determines the
 * first screen, the page contains its data, which saves a round trip.
 */
export function webPageRoutes({
  directory,
  readFirstData,
  readLinkedPage,
  hasSession,
}: WebPageOptions): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('*', async (c, next) => {
    if (!isPage(c)) return next();
    const build = await readBuild(directory);
    if (!build) return c.text('The web app is not built.', 503);
    const address = new URL(c.req.url);
    const [first, linked] = await Promise.all([
      isNavigation(c) ? readFirstData(c) : null,
      readLinkedPage(c, address),
    ]);
    // An author can also open a private story by its link. The page of a missing story has no data, because they would
    // repeat the address.
    const isUnknown = !isAppPath(address.pathname);
    const isMissing = isUnknown || (linked?.isMissing === true && !first?.data.some(showsTarget));
    if (isMissing) c.status(404);
    for (const cookie of first?.cookies ?? []) c.header('Set-Cookie', cookie, { append: true });
    if (linked?.movedTo !== undefined) return moveOn(c, linked.movedTo + address.search);
    // A stored copy would show old data after going back, and those of another user after a sign-out.
    c.header('Cache-Control', first || isMissing ? cacheRules.none : cacheRules.app);
    c.header('Content-Type', 'text/html; charset=utf-8');
    c.header('Content-Security-Policy', toContentSecurityPolicy(build.styleHashes));
    c.header('Vary', 'Accept-Encoding, Cookie');
    // The length of a compressed page reveals whether a guess in the address also occurs in the private data of the user
    // (BREACH), so navigations from other sites get such a page uncompressed.
    const mayCompress = !first || !hasSession(c) || isOwnNavigation(c);
    const page = await encode(
      c,
      toHtml(build, address, {
        head: isUnknown ? missingHead : (linked?.head ?? null),
        data: isMissing ? [] : (first?.data ?? []),
      }),
      mayCompress,
    );
    if (first || isMissing) return c.body(page);
    const tag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
    c.header('ETag', tag);
    return c.req.header('if-none-match') === tag ? c.body(null, 304) : c.body(page);
  });
  return routes;
}

function isPage({ req }: Context): boolean {
  // A username and a tag may end like a file name.
  const isFile = /\.\w+$/.test(req.path) && !isAppPath(req.path);
  return !isFile && /text\/html|\*\/\*/.test(req.header('accept') ?? '*/*');
}

/**
 * Returns whether a browser is about to show the page. Programs get it without data, and so do prefetches, which may be
 * shown late.
 */
const isNavigation = ({ req }: Context): boolean =>
  req.method === 'GET' &&
  (req.header('accept') ?? '').includes('text/html') &&
  (req.header('sec-fetch-dest') ?? 'document') === 'document' &&
  req.header('sec-purpose') === undefined;

/** Firefox sends `same-origin` with every request of a service worker, whoever opened the page. */
function isOwnNavigation({ req }: Context): boolean {
  const site = req.header('sec-fetch-site');
  const isPreload = req.header('service-worker-navigation-preload') !== undefined;
  return site === 'none' || (site === 'same-origin' && !isPreload);
}

interface Build {
  readonly page: string;
  /** The scripts of each first screen. */
  readonly scripts: z.infer<typeof firstLoad>;
  /** The SHA-256 hashes of the styles in the page, in Base64. */
  readonly styleHashes: readonly string[];
}

const firstLoad = z.record(
  z.string(),
  z.array(z.object({ file: z.string(), isNext: z.boolean().default(false) })),
);

/** Reads the build on each request, so that a new build applies at once. Returns null without a build. */
async function readBuild(directory: string): Promise<Build | null> {
  const page = await readFile(join(directory, 'index.html'), 'utf8').catch(() => null);
  if (page === null) return null;
  // The file is missing while a build writes it, and the page then names no scripts ahead.
  const scripts = await readFile(join(directory, 'first-load.json'), 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch(() => ({}));
  const styleHashes = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) =>
    createHash('sha256').update(style).digest('base64'),
  );
  return { page, scripts: firstLoad.catch({}).parse(scripts), styleHashes };
}

interface PageParts {
  /** Null for the title and the description of the build. */
  readonly head: string | null;
  readonly data: readonly FirstData[];
}

/** Adds the head of the address, links to its scripts, first texts, and its data to the page. */
function toHtml({ page, scripts }: Build, address: URL, { head, data }: PageParts): string {
  const links = (scripts[toScreen(address)] ?? [])
    .filter(({ file }) => !page.includes(file))
    .map(
      ({ file, isNext }) =>
        `<link rel="modulepreload" crossorigin${isNext ? ' fetchpriority="low"' : ''} href="/${file}">`,
    );
  const block =
    data.length === 0
      ? ''
      : `<script type="application/json" id="${firstDataId}">${toScriptJson(data)}</script>`;
  // The replacements are functions, because `$&` and similar patterns in a text would be expanded.
  const started = fillStart(page, findStartParts(address, data));
  return (head === null ? started : started.replace(headOfBuild, () => head))
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('</body>', () => `${block}</body>`);
}

/** Matches the title and the description, which follow each other. */
const headOfBuild = /<title>[^<]*<\/title>\s*<meta\s+name="description"[^>]*>/u;

/** Returns the key of an address in `first-load.json`. */
function toScreen({ pathname, searchParams }: URL): string {
  if (searchParams.get('story')) return '/?story=';
  return pathname === '/home' ? '/search' : pathname;
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** A higher quality takes more time than it saves in the transfer. */
const brotliQuality = 4;

async function encode(c: Context, html: string, mayCompress: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const accepted = mayCompress ? (c.req.header('accept-encoding') ?? '') : '';
  if (accepts(accepted, 'br')) {
    c.header('Content-Encoding', 'br');
    return brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
  }
  if (accepts(accepted, 'gzip')) {
    c.header('Content-Encoding', 'gzip');
    return deflate(html);
  }
  return new TextEncoder().encode(html);
}
