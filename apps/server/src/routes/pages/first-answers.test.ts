import { appPaths } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, readData, servePages } from '../../testing/served-pages.ts';
import type { TestUser } from '../../testing/test-app.ts';
import { usualPageWaitMs } from './null-if-late.ts';

const { test, open } = servePages();
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

const readPage = async (...request: Parameters<typeof open>) =>
  readData(await (await open(...request)).text());

/** Returns the texts of the placeholder of a page. */
const readStart = async (path: string) =>
  /<body>\$& \$1(.*?)(?:<script|<\/body>)/su.exec(await (await open(path)).text())?.[1];

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
    for (const path of ['/search', `/?story=${id}`, '/u/ana', '/profile', '/profile/', '/avisos'])
      expect(await readPage(path, cookieOf(ana))).toHaveProperty('blocks.words', []);
    for (const path of ['/', '/record'])
      expect(await readPage(path, cookieOf(ana))).not.toHaveProperty('blocks.words');
    expect(await readPage('/normas')).toBeNull();
  });

  it('contains the story that the address of any screen opens, because all of them show it', async () => {
    const id = await test.world.publishStory(ana.viewer, { title: 'El tren de las ocho' });
    for (const path of appPaths) {
      const address = `${path.replace(/\$\w+/, 'x')}?story=${id}`;
      expect([path, await readPage(address)]).toEqual([
        path,
        expect.objectContaining({ 'stories.byId': expect.objectContaining({ id }) }),
      ]);
    }
    expect(await readPage(`/nada?story=${id}`)).toBeNull();
  });

  it('shows the landing page with a story once there is a community', async () => {
    await test.world.database.prisma.setting.create({ data: { key: 'flags', value: { recordOnly: false } } });
    expect(await readPage('/')).toHaveProperty('stories.feed');
    expect(await readPage('/', cookieOf(ana))).toHaveProperty('blocks.words', []);
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
