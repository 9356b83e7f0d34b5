import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { hashToken } from '@relato/auth';
import { retention } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, readData, servePages } from '../../testing/served-pages.ts';
import type { TestUser } from '../../testing/test-app.ts';

const { test, webDir, open } = servePages();
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

type Headers = Readonly<Record<string, string>>;

it('the page of an unknown address is the app with 404, and never stored', async () => {
  for (const path of ['/nada', '/search/nada', '/u/ana/nada', '/wp-admin/', '/operador', '/operador/']) {
    const answer = await open(path);
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
    expect(await answer.text()).toContain('shell-1.js');
  }
  for (const path of ['/', '/record', '/search/', '/u/ana', '/moderacion'])
    expect([path, (await open(path)).status]).toEqual([path, 200]);
});

describe('the page of the first screen', () => {
  it('SEC-07: SEC-13: is never stored with data, and prolongs the session', async () => {
    await test.world.database.prisma.session.update({
      where: { id: hashToken(ana.token) },
      data: { expiresAt: new Date(Date.now() + (retention.session.days - 16) * 86_400_000) },
    });
    const { headers } = await open('/search', cookieOf(ana));
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toBe('Accept-Encoding, Cookie');
    expect(headers.get('etag')).toBeNull();
    expect(headers.getSetCookie()[0]).toContain(`relato_session=${ana.token};`);
  });

  it.each<[string, Headers]>([
    ['a program', { accept: '*/*' }],
    ['a script of the page', { 'sec-fetch-dest': 'empty' }],
    ['a prefetch, which may be shown much later', { 'sec-purpose': 'prefetch' }],
  ])('comes without data, and with an ETag, for %s', async (_who, headers) => {
    const answer = await open('/search', headers);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(readData(await answer.text())).toBeNull();
    const tag = answer.headers.get('etag') ?? '';
    const known = await open('/search', { ...headers, 'if-none-match': tag });
    expect([known.status, await known.text()]).toEqual([304, '']);
  });

  it('adds the scripts of the address to those of the page', async () => {
    const link = '<link rel="modulepreload" crossorigin href="/assets/stories-2.js">';
    for (const path of ['/search', '/search?story=x', '/home']) {
      expect(await (await open(path)).text()).toContain(`${link}</head><body>$& $1`);
    }
    expect(await (await open('/')).text()).not.toContain('modulepreload');
  });

  it('names the scripts of the likely next action last', async () => {
    const link = '<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/engine-3.js">';
    expect(await (await open('/record')).text()).toContain(`${link}</head>`);
  });

  it.each(['/search', '/index.html'])(
    'allows the styles inside %s by their hash, and no others',
    async (path) => {
      const { headers } = await open(path);
      // printf 'p{}' | openssl dgst -sha256 -binary | base64
      expect(headers.get('content-security-policy')).toContain(
        "; style-src 'self' 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='; ",
      );
    },
  );

  it('names no scripts while a build writes their list', async () => {
    const list = join(webDir, 'first-load.json');
    const whole = await readFile(list);
    await writeFile(list, '{"/search":[{"fi');
    const html = await (await open('/search')).text();
    await writeFile(list, whole);
    expect([html.includes('modulepreload'), readData(html)]).toEqual([false, expect.anything()]);
  });
});

const encodingOf = async (headers: Headers) =>
  (await open('/search?q=a', headers)).headers.get('content-encoding');

describe('the encoding of the page', () => {
  const accept = { 'accept-encoding': 'gzip, deflate, br, zstd' };

  it('is the best that the browser accepts', async () => {
    const decode = { br: brotliDecompressSync, gzip: gunzipSync } as const;
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, br;q=0', 'gzip'],
    ] as const) {
      const answer = await open('/search', { 'accept-encoding': accepted });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      const html = decode[encoding](Buffer.from(await answer.arrayBuffer())).toString();
      expect(readData(html)).toHaveProperty('stories.feed');
    }
    expect((await open('/search')).headers.get('content-encoding')).toBeNull();
  });

  it('reveals nothing of a user to another site that opens the page with guesses in its address', async () => {
    const foreign = { ...accept, 'sec-fetch-site': 'cross-site' };
    expect(await encodingOf({ ...foreign, ...cookieOf(ana) })).toBeNull();
    expect(await encodingOf({ ...accept, ...cookieOf(ana) })).toBe('br');
    const preload = { ...accept, 'service-worker-navigation-preload': 'true', ...cookieOf(ana) };
    expect(await encodingOf({ ...preload, 'sec-fetch-site': 'same-origin' })).toBeNull();
    expect(await encodingOf(preload)).toBe('br');
    expect(await encodingOf(foreign)).toBe('br');
  });
});
