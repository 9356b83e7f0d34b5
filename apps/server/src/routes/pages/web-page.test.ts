import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { hashToken } from '@relato/auth';
import { type FirstData, firstDataId, retention } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';
import { useWebDir } from '../../testing/web-dir.ts';
import { usualPageWaitMs } from './in-time.ts';

/** The templates of the placeholder in index.html. */
const templates = [
  ['community', 'Comunidad'],
  ['microphone', 'Grabar'],
  ['recorder', 'Listo'],
  ['landing', 'Cuenta'],
  ['feed', 'Busca'],
  ['card', '<h2>{title}</h2>\n<p>{text}</p>'],
]
  .map(([name, html]) => `<template data-start="${name}"><i>${html}</i></template>`)
  .join('');

const [shell, stories] = [{ file: 'assets/shell-1.js' }, { file: 'assets/stories-2.js' }];
const webDir = useWebDir({
  'index.html': `<!doctype html><html><head><style>p{}</style><script src="/assets/shell-1.js"></script></head><body>$& $1${templates}</body></html>`,
  'first-load.json': JSON.stringify({
    '/': [shell],
    '/record': [shell, { file: 'assets/engine-3.js', isNext: true }],
    '/search': [shell, stories],
    '/?story=': [shell, stories],
  }),
});

const test = useTestApp(() => ({ webDir }));
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

type Headers = Readonly<Record<string, string>>;
const navigation = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };
const cookieOf = ({ token }: TestUser) => ({ cookie: `relato_session=${token}` });

const open = (path: string, headers: Headers = {}, app = test.app) =>
  app.request(path, { headers: { ...navigation, ...headers } });

const blockPattern = new RegExp(`<script type="application/json" id="${firstDataId}">([^<]*)</script>`, 'u');

interface Answer {
  readonly result?: { readonly data: { readonly json: unknown } };
}

/** Returns the answers in a page by their procedure, with undefined for a refused call. Null for a page without data. */
function readData(html: string): Readonly<Record<string, unknown>> | null {
  const block = blockPattern.exec(html)?.[1];
  if (block === undefined) return null;
  const data = JSON.parse(block) as readonly FirstData[]; // as the page is to hold it
  return Object.fromEntries(
    data.flatMap(
      ({ calls, answers }) =>
        calls.map(({ path }, index) => [path, (answers[index] as Answer).result?.data.json]), // answers of /trpc
    ),
  );
}

const readPage = async (...request: Parameters<typeof open>) =>
  readData(await (await open(...request)).text());

/** Returns the texts of the placeholder of a page. */
const readStart = async (path: string) =>
  /<body>\$& \$1(.*?)(?:<script|<\/body>)/su.exec(await (await open(path)).text())?.[1];

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
  it('contains the settings, the session and the answers for its address', async () => {
    const id = await test.world.publishStory(ana.viewer, { title: 'El tren de las siete' });
    const none = { items: [], nextCursor: null };
    const story = expect.objectContaining({ id, title: 'El tren de las siete' });
    const always = {
      'settings.public': expect.objectContaining({
        flags: { recordOnly: true, reviewFirstStory: false, showDownvotes: false },
      }),
      'account.session': null,
    };
    expect(await readPage('/')).toEqual(always);
    expect(await readPage('/search')).toEqual({
      ...always,
      'stories.feed': { items: [story], nextCursor: null },
    });
    expect(await readPage('/search?q=nada%20de%20eso')).toEqual({ ...always, 'stories.feed': none });
    expect(await readPage('/search?q=nadie')).toEqual({
      ...always,
      'stories.feed': none,
      'profiles.find': none,
    });
    expect(await readPage('/search?q=nadie&ver=personas')).toEqual({ ...always, 'profiles.find': none });
    expect(await readPage('/search?ver=temas')).toEqual({ ...always, 'stories.findSubjects': none });
    expect(await readPage(`/?story=${id.toUpperCase()}`)).toEqual({
      ...always,
      'stories.byId': story,
      'comments.list': none,
    });
    expect(await readPage('/u/ana')).toEqual({
      ...always,
      'profiles.byUsername': expect.objectContaining({ username: 'ana' }),
      'stories.byUser': { items: [story], nextCursor: null },
      'collections.byUser': none,
    });
    expect(await readPage('/colecciones')).toEqual(always);
    for (const path of ['/palabras', '/palabras/caribe'])
      expect(await readPage(path)).toEqual({ ...always, 'corrections.explainedWords': none });
    expect(await readPage('/palabras/nada')).toBeNull();
    expect(await readPage('/u/nadie')).toBeNull();
    // Cards fold by these words.
    for (const path of ['/search', `/?story=${id}`, '/u/ana'])
      expect(await readPage(path, cookieOf(ana))).toHaveProperty('blocks.words', []);
    expect(await readPage('/record', cookieOf(ana))).not.toHaveProperty('blocks.words');
    expect(await readPage('/normas')).toBeNull();
  });

  it('shows the landing page with a story once there is a community', async () => {
    await test.world.database.prisma.setting.create({ data: { key: 'flags', value: { recordOnly: false } } });
    expect(await readPage('/')).toHaveProperty('stories.feed');
    expect(await readPage('/home')).toHaveProperty('stories.feed');
    await test.world.database.prisma.setting.deleteMany();
    expect(await readPage('/home')).not.toHaveProperty('stories.feed');
  });

  it('shows the first texts of its screen before the scripts load', async () => {
    const untold = await test.world.publishStory(ana.viewer, { title: 'Otra' });
    const told = { title: 'A & <b>', transcript: 'Era $& de noche' };
    const id = await test.world.publishStory(ana.viewer, told);
    const microphone = '<i>Grabar</i>';
    const card = '<i><h2>A &amp; &lt;b&gt;</h2>\n<p>Era $&amp; de noche</p></i>';
    for (const [path, shown] of [
      ['/', '<i>Listo</i>'],
      ['/record', '<i>Listo</i>'],
      [`/?story=${id}`, microphone + card],
      [`/search?story=${id}`, microphone + card],
      [`/?story=${untold}`, `${microphone}<i><h2>Otra</h2>\n<p></p></i>`],
      ['/?story=00000000-0000-7000-8000-000000000000', microphone],
      ['/search', `${microphone}<i>Busca</i>${card}`],
      ['/search?q=nada%20de%20eso', microphone],
      ['/u/ana', microphone],
      ['/normas', microphone],
    ] as const) {
      expect([path, await readStart(path)]).toEqual([path, shown]);
    }
    await test.world.database.prisma.setting.create({ data: { key: 'flags', value: { recordOnly: false } } });
    expect(await readStart('/')).toBe('<i>Comunidad</i><i>Grabar</i><i>Cuenta</i>');
    expect(await readStart('/record')).toBe('<i>Comunidad</i><i>Listo</i>');
    await test.world.database.prisma.setting.deleteMany();
    await test.world.database.prisma.story.deleteMany();
  });

  it('SEC-02: contains only data that its viewer may see', async () => {
    const id = await test.world.publishStory(ana.viewer, { title: 'Mi secreto' });
    await test.world.callAs(ana.viewer).stories.unpublish({ id });
    const path = `/?story=${id}`;
    expect(await readPage(path, cookieOf(ana))).toMatchObject({
      'account.session': { user: { username: 'ana' } },
      'stories.byId': { title: 'Mi secreto' },
    });
    const other = await test.signUp('otra');
    for (const headers of [{}, cookieOf(other)]) {
      const html = await (await open(path, headers)).text();
      expect(html).not.toContain('Mi secreto');
      expect(readData(html)).toBeNull();
    }
  });

  it('SEC-38: stays one data block with any texts', async () => {
    const title = '</script><script>alert(1)</script><!--<script>\u2028$&';
    await test.world.publishStory(ana.viewer, { title });
    const html = await (await open(`/search?q=${encodeURIComponent(title)}`)).text();
    expect(html.match(/<script/gu)).toHaveLength(2);
    expect(html).not.toContain('<!--');
    expect(readData(html)).toMatchObject({ 'stories.feed': { items: [{ title }] } });
  });

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

const hangs = () => new Promise<never>(() => {});
const fails = () => Promise.reject(new Error('gone'));

describe('the page of the first screen, if its data fail', () => {
  it('counts its queries like those of /trpc', async () => {
    const counted: string[] = [];
    const { rateLimiter } = test.world.services;
    const app = test.createWith({
      rateLimiter: { ...rateLimiter, consume: async (name) => void counted.push(name) },
    });
    await open('/search?q=tren', {}, app);
    expect(counted.toSorted()).toEqual(['people', 'read', 'read', 'read', 'search']);
  });

  it('comes soon and without data while the database hangs', async () => {
    const database = { ...test.world.services.database, sql: hangs };
    const app = test.createWith({ database }, { pageWaitMs: 20 });
    const answer = await open('/?story=00000000-0000-7000-8000-000000000000', {}, app);
    expect([answer.status, readData(await answer.text())]).toEqual([200, null]);
    expect(usualPageWaitMs).toBeLessThan(1_000);
  });

  it('comes without the answers that failed', async () => {
    const { database } = test.world.services;
    const app = test.createWith({ database: { ...database, sql: fails } });
    const answer = await open('/search', {}, app);
    expect(answer.status).toBe(200);
    expect(readData(await answer.text())).toMatchObject({ 'stories.feed': undefined });
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
