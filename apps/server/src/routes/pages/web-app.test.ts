import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Hono } from 'hono';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AppEnv } from '../../http/app-env.ts';
import { useWebDir } from '../../testing/web-dir.ts';
import { webAppRoutes } from './web-app.ts';

const page = '<!doctype html><title>Relato</title>';
const directory = useWebDir({
  'index.html': page,
  'index.html.br': brotliCompressSync(page),
  'index.html.gz': gzipSync(page),
  'favicon.svg': '<svg/>',
  'sw.js': '',
  'manifest.webmanifest': '{}',
  'assets/app-1a2b3c4d.js': 'export {};',
  'assets/letters-5e6f7a8b.woff2': 'letters',
});
const keptAssetsDir = useWebDir({ 'app-0a0b0c0d.js': 'export const before = true;' });
let web: Hono<AppEnv>;
beforeAll(() => {
  ({ web } = webAppRoutes({ directory, keptAssetsDir }));
});

const ask = (path: string, headers: Readonly<Record<string, string>>) =>
  web.request(path, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } });

const typeOf = async (path: string) => (await ask(path, {})).headers.get('content-type');
const cacheControlOf = async (path: string) => (await ask(path, {})).headers.get('cache-control');

describe('a file of the web app', () => {
  it.each([
    ['/assets/letters-5e6f7a8b.woff2', null, Buffer.from('letters')],
    ['/favicon.svg', null, Buffer.from('<svg/>')],
    ['/', 'br', brotliCompressSync(page)],
  ])('is sent in the best encoding of the build: %s', async (path, encoding, content) => {
    const answer = await ask(path, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding]);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('content-length')).toBe(String(content.byteLength));
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
  });

  it('is answered with 304 if the browser has it in the same encoding', async () => {
    const tag = (await ask('/', { 'accept-encoding': 'gzip' })).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/u);
    const known = await ask('/', { 'accept-encoding': 'gzip', 'if-none-match': tag });
    expect([known.status, known.headers.get('vary'), await known.text()]).toEqual([
      304,
      'Accept-Encoding',
      '',
    ]);
    const other = await ask('/', { 'accept-encoding': 'br', 'if-none-match': tag });
    expect([other.status, other.headers.get('content-encoding')]).toEqual([200, 'br']);
  });

  it('L413: is never revalidated if its name contains a hash, and always otherwise', async () => {
    expect(await cacheControlOf('/assets/app-1a2b3c4d.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheControlOf('/favicon.svg')).toBe('no-cache');
    // A cached service worker would keep every browser at an old release.
    expect(await cacheControlOf('/sw.js')).toBe('no-cache');
  });

  it('has the content type that browsers need', async () => {
    expect(await typeOf('/sw.js')).toMatch(/^text\/javascript\b/u);
    expect(await typeOf('/manifest.webmanifest')).toMatch(/^application\/manifest\+json\b/u);
  });

  it('SEC-39: has no rights when a browser opens it as a page', async () => {
    const { headers } = await ask('/assets/app-1a2b3c4d.js', {});
    expect(headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; frame-ancestors 'none'",
    );
  });

  it('SEC-39: may run WebAssembly only in workers that have no network access', async () => {
    await writeFile(join(directory, 'assets', 'wasm-worker-1a2b3c4d.js'), 'export {};');
    const { headers } = await ask('/assets/wasm-worker-1a2b3c4d.js', {});
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; frame-ancestors 'none'",
    );
  });

  it('REL-32: is still sent after the next release', async () => {
    const answer = await ask('/assets/app-0a0b0c0d.js', { 'accept-encoding': 'br' });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'export const before = true;',
    ]);
  });

  it('REL-32: is still sent after another build has replaced its own', async () => {
    const path = join(directory, 'assets', 'lazy-9c8b7a6d.js');
    await writeFile(path, 'export {};');
    await ask('/assets/lazy-9c8b7a6d.js', {});
    await rm(path);
    expect((await ask('/assets/lazy-9c8b7a6d.js', {})).status).toBe(200);
  });

  it.each(['/assets/none.js', '/assets/', '/assets/..%2findex.html', '/assets/.env'])(
    'is not found under another path: %s',
    async (path) => {
      expect((await ask(path, {})).status).toBe(404);
    },
  );
});
