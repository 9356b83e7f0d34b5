import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppEnv } from '../../http/app-env.ts';
import { webAppRoutes } from './web-app.ts';

const contents = {
  'index.html': '<!doctype html><title>Relato</title>',
  'assets/app-1a2b3c4d.js': 'export {};',
} as const;

let directory: string;
let kept: string;
let web: Hono<AppEnv>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'relato-web-'));
  await mkdir(join(directory, 'assets'));
  for (const [file, content] of Object.entries(contents)) {
    await writeFile(join(directory, file), content);
    await writeFile(join(directory, `${file}.br`), brotliCompressSync(content));
    await writeFile(join(directory, `${file}.gz`), gzipSync(content));
  }
  await writeFile(join(directory, 'favicon.svg'), '<svg/>');
  await writeFile(join(directory, 'sw.js'), '');
  await writeFile(join(directory, 'manifest.webmanifest'), '{}');
  await writeFile(join(directory, 'assets', 'letters-5e6f7a8b.woff2'), 'letters');
  kept = await mkdtemp(join(tmpdir(), 'relato-kept-'));
  await writeFile(join(kept, 'app-0a0b0c0d.js'), 'export const before = true;');
  ({ web } = webAppRoutes({ directory, keptAssetsDir: kept }));
});
afterAll(() => Promise.all([directory, kept].map((folder) => rm(folder, { recursive: true }))));

const ask = (path: string, headers: Readonly<Record<string, string>>) =>
  web.request(path, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } });

const typeOf = async (path: string) => (await ask(path, {})).headers.get('content-type');
const cacheControlOf = async (path: string) => (await ask(path, {})).headers.get('cache-control');

const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body } as const;

describe('a file of the web app', () => {
  const { 'index.html': page, 'assets/app-1a2b3c4d.js': script } = contents;
  it.each([
    ['/assets/app-1a2b3c4d.js', 'gzip, deflate, br, zstd', 'br', script],
    ['/assets/app-1a2b3c4d.js', 'gzip, deflate', 'gzip', script],
    ['/assets/app-1a2b3c4d.js', 'br;q=0, gzip;q=0', 'identity', script],
    ['/assets/app-1a2b3c4d.js', '', 'identity', script],
    ['/assets/letters-5e6f7a8b.woff2', 'br', 'identity', 'letters'],
    ['/favicon.svg', 'br', 'identity', '<svg/>'],
    ['/', 'gzip, deflate, br, zstd', 'br', page],
  ] as const)(
    'is sent in the encoding of the build: %s for «%s»',
    async (path, accepted, encoding, content) => {
      const answer = await ask(path, { 'accept-encoding': accepted });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      const body = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get('content-length')).toBe(String(body.byteLength));
      expect(decode[encoding](body).toString()).toBe(content);
    },
  );

  it.each(['/', '/assets/app-1a2b3c4d.js'])(
    'is answered with 304 if the browser has it in the same encoding: %s',
    async (path) => {
      const tag = (await ask(path, { 'accept-encoding': 'gzip' })).headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[^"]+"$/u);
      const known = await ask(path, { 'accept-encoding': 'gzip', 'if-none-match': tag });
      expect([known.status, known.headers.get('vary'), await known.text()]).toEqual([
        304,
        'Accept-Encoding',
        '',
      ]);
      const other = await ask(path, { 'accept-encoding': 'br', 'if-none-match': tag });
      expect([other.status, other.headers.get('content-encoding')]).toEqual([200, 'br']);
    },
  );

  it('L413: is never asked for again if its name tells its content, and always otherwise', async () => {
    expect(await cacheControlOf('/assets/app-1a2b3c4d.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheControlOf('/favicon.svg')).toBe('no-cache');
    // One that a cache keeps would hold every browser at an old release.
    expect(await cacheControlOf('/sw.js')).toBe('no-cache');
  });

  it('has the type by which browsers know it', async () => {
    expect(await typeOf('/sw.js')).toMatch(/^text\/javascript\b/u);
    expect(await typeOf('/manifest.webmanifest')).toMatch(/^application\/manifest\+json\b/u);
  });

  it('SEC-39: can do nothing when a browser opens it as a page', async () => {
    const { headers } = await ask('/assets/app-1a2b3c4d.js', {});
    expect(headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; frame-ancestors 'none'",
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

  it('REL-32: is still sent when another build has taken the place of its own', async () => {
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
