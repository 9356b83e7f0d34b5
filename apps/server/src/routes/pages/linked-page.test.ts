import { randomUUID } from 'node:crypto';
import { namedCollectionInput, RateLimitedError } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';
import { useWebDir } from '../../testing/web-dir.ts';

const webDir = useWebDir({
  'index.html':
    '<html><head><title>Relato — Cuenta tu historia con tu voz</title>\n<meta\n name="description" content="Graba"></head><body></body></html>',
});

const test = useTestApp(() => ({ webDir }));
let ana: TestUser;
let administrator: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
  administrator = await test.signUp('jefa', 'administrator');
});

type Headers = Readonly<Record<string, string>>;
const browser: Headers = {
  accept: 'text/html,*/*;q=0.8',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
};
const program: Headers = { accept: '*/*', 'user-agent': 'facebookexternalhit/1.1' };
const cookieOf = ({ token }: TestUser) => ({ cookie: `relato_session=${token}` });

const open = (path: string, headers = program) => test.app.request(path, { headers });

/** Returns an answer with all that its reader sees, without the id of the request. */
async function readWhole(path: string, headers = program) {
  const answer = await open(path, headers);
  const { 'x-request-id': _each, ...seen } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: seen, body: await answer.text() };
}

const refuse = () => Promise.reject(new RateLimitedError(7));
const publish = () => test.world.publishStory(ana.viewer, { title: 'El tren <b>"nuevo"</b>' });

describe('the page of a story link', () => {
  it('shows programs and browsers the linked story, and browsers its data', async () => {
    const id = await publish();
    const url = `<meta property="og:url" content="${test.world.services.publicUrl}/?story=${id}">`;
    for (const path of [`/?story=${id.toUpperCase()}`, `/search?q=tren&story=${id}`]) {
      const { status, body } = await readWhole(path);
      expect([status, body]).toEqual([200, expect.stringContaining(url)]);
      expect(body).toContain('<title>El tren &lt;b&gt;&quot;nuevo&quot;&lt;/b&gt; · ana – Relato</title>');
      expect(body.match(/<title>|name="description"/g)).toHaveLength(2);
    }
    const { status, body } = await readWhole(`/?story=${id}`, browser);
    expect([status, body]).toEqual([
      200,
      expect.stringMatching(/og:title[\s\S]*<\/head>[\s\S]*"stories\.byId"/),
    ]);
  });

  it('opens for the author of a private story, but names the story to no program', async () => {
    const { stories } = test.world.callAs(ana.viewer);
    const recordingId = await test.world.record(ana.viewer);
    const { id } = await stories.create({ recordingId, title: 'Mía' });
    const answer = await open(`/?story=${id}`, { ...browser, ...cookieOf(ana) });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html.slice(0, html.indexOf('</head>'))).not.toContain('Mía');
    expect(html).toContain('noindex');
  });

  it('SEC-07: is never stored, and marked for programs, if the story is not public', async () => {
    for (const headers of [program, browser]) {
      const unknown = await readWhole(`/?story=${randomUUID()}`, headers);
      expect(unknown).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
      expect(unknown.body).toContain('<meta name="robots" content="noindex">');
    }
  });

  it('is that of the build for a caller over the limit, without a read, and while the database fails', async () => {
    const { database, rateLimiter } = test.world.services;
    let reads = 0;
    const sql = async () => {
      reads += 1;
      throw new Error('gone');
    };
    const failing = test.createWith({ database: { ...database, sql } });
    const limited = test.createWith({
      database: { ...database, sql },
      rateLimiter: { ...rateLimiter, consume: refuse },
    });
    for (const app of [limited, failing])
      for (const path of [`/?story=${randomUUID()}`, '/u/ana']) {
        const answer = await app.request(path, { headers: program });
        expect([answer.status, reads > 0]).toEqual([200, app === failing]);
        expect(await answer.text()).toContain('<title>Relato — Cuenta');
      }
  });

  it('reads the database a few times for many concurrent readers', async () => {
    const { database } = test.world.services;
    let reads = 0;
    const sql: typeof database.sql = async (statement) => {
      if (statement.name === 'linked-story') reads += 1;
      return database.sql(statement);
    };
    const app = test.createWith({ database: { ...database, sql } });
    const id = await publish();
    const ask = async () => (await app.request(`/?story=${id}`, { headers: program })).text();
    await Promise.all(Array.from({ length: 40 }, ask));
    expect(reads).toBeLessThan(10);
    await test.world.callAs(ana.viewer).stories.unpublish({ id });
    expect(await ask()).toContain('noindex');
  });
});

describe('the page of a profile link', () => {
  it('shows programs the owner of the profile', async () => {
    const { status, body } = await readWhole('/u/ANA');
    expect([status, body]).toEqual([200, expect.stringContaining('<title>@ana – Relato</title>')]);
  });

  it('SEC-57: of a former username redirects to the present one, for browsers and programs', async () => {
    const eva = await test.signUp('eva.antes');
    await test.world.callAs(eva.viewer).profiles.update({ username: 'eva.ñ' });
    for (const headers of [program, browser, { ...browser, ...cookieOf(eva) }]) {
      const answer = await open('/u/Eva.Antes?t=7', headers);
      expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
        301,
        `${test.world.services.publicUrl}/u/eva.%C3%B1?t=7`,
        'no-store',
      ]);
      expect((await open('/u/EVA.ñ', headers)).status).toBe(200);
    }
    await test.world.database.prisma.user.update({
      where: { id: eva.viewer.id },
      data: { suspendedAt: new Date() },
    });
    expect((await open('/u/eva.antes')).status).toBe(404);
    await test.world.database.prisma.user.delete({ where: { id: eva.viewer.id } });
    expect((await open('/u/eva.antes')).status).toBe(404);
  });

  it('SEC-07: equals that of an unknown user if the user is suspended', async () => {
    const carla = await test.signUp('carla');
    const { users } = test.world.callAs(administrator.viewer);
    await users.suspend({ userId: carla.viewer.id, reason: 'Spam' });
    for (const headers of [program, browser]) {
      const unknown = await readWhole('/u/carlo', headers);
      expect(unknown.status).toBe(404);
      expect(await readWhole('/u/carla', headers)).toEqual(unknown);
    }
  });

  it('answers 404 for a name that no user can have', async () => {
    for (const path of ['/u/%E0%A4%A', '/u/no%20existe', `/u/${'x'.repeat(500)}`])
      expect([path, (await open(path)).status]).toEqual([path, 404]);
  });
});

describe('the page of a subject', () => {
  it('shows programs the subject, at one address', async () => {
    const { publicUrl } = test.world.services;
    await test.world.publishStory(ana.viewer, { tags: ['Película <b>'] });
    const { status, body } = await readWhole('/tema/pelicula%20%3Cb%3E');
    expect([status, body]).toEqual([
      200,
      expect.stringContaining('<title>Historias de Película &lt;b&gt; – Relato</title>'),
    ]);
    const url = `${publicUrl}/tema/pelicula%20%3Cb%3E`;
    expect(body).toContain(`<link rel="canonical" href="${url}">`);
    expect(body).toContain(`type="application/rss+xml" href="${url}/feed.xml"`);
    for (const headers of [program, browser]) {
      const answer = await open('/tema/PEL%C3%8DCULA%20%3Cb%3E?orden=nuevas', headers);
      expect([answer.status, answer.headers.get('location')]).toEqual([301, `${url}?orden=nuevas`]);
    }
    expect((await readWhole('/tema/pelicula%20%3Cb%3E', browser)).body).toMatch(
      /"stories\.subject"[\s\S]*"stories\.feed"/u,
    );
  });

  it.each(['🥭', 'حكاية', '🦊'.repeat(50), 'a/b', 'foto.png', '100 %'])('may be %s', async (tag) => {
    await test.world.publishStory(ana.viewer, { tags: [tag] });
    const path = `/tema/${encodeURIComponent(tag)}`;
    expect((await open(path)).status).toBe(200);
    expect((await open(`${path}/feed.xml`)).status).toBe(200);
  });

  it('SEC-07: equals that of an unknown subject as long as no public story has the tag', async () => {
    const recordingId = await test.world.record(ana.viewer);
    await test.world.callAs(ana.viewer).stories.create({ recordingId, title: 'Mía', tags: ['secreto'] });
    for (const headers of [program, browser]) {
      const unknown = await readWhole('/tema/nada', headers);
      expect(unknown).toMatchObject({ status: 404, body: expect.stringContaining('noindex') });
      for (const path of ['/tema/secreto', `/tema/${'x'.repeat(51)}`, '/tema/%20'])
        expect(await readWhole(path, headers)).toEqual(unknown);
    }
    expect((await open('/tema/secreto/feed.xml')).status).toBe(404);
    expect((await open(`/tema/${'x'.repeat(51)}/feed.xml`)).status).toBe(404);
  });
});

describe('the page of explained words', () => {
  it('has a title and address for all words and for a region, and answers 404 for an unknown region', async () => {
    const { publicUrl } = test.world.services;
    for (const [path, title] of [
      ['/palabras', 'Palabras de la tierra – Relato'],
      ['/palabras/caribe', 'Palabras de la tierra · Caribe – Relato'],
    ]) {
      const { status, body } = await readWhole(path ?? '');
      expect([status, body]).toEqual([200, expect.stringContaining(`<title>${title}</title>`)]);
      expect(body).toContain(`<link rel="canonical" href="${publicUrl}${path}">`);
    }
    const unknown = await readWhole('/palabras/nada');
    expect(unknown).toMatchObject({ status: 404, body: expect.stringContaining('noindex') });
  });
});

const collect = async (name: string, isPublic: boolean): Promise<string> => {
  const { collections } = test.world.callAs(ana.viewer);
  const { id } = namedCollectionInput.parse({ id: await collections.create({ name }) });
  await collections.setStory({ id, storyId: await publish(), isIn: true });
  await collections.update({ id, name, isPublic });
  return id;
};

describe('the page of a collection', () => {
  it('shows programs the collection and its owner, at one address', async () => {
    const id = await collect('El tren <b>', true);
    const { status, body } = await readWhole(`/coleccion/${id}`);
    expect([status, body]).toEqual([
      200,
      expect.stringContaining('<title>El tren &lt;b&gt; · Colección de @ana – Relato</title>'),
    ]);
    const url = `${test.world.services.publicUrl}/coleccion/${id}`;
    expect(body).toContain(`<link rel="canonical" href="${url}">`);
    for (const headers of [program, browser]) {
      const answer = await open(`/coleccion/${id.toUpperCase()}?t=7`, headers);
      expect([answer.status, answer.headers.get('location')]).toEqual([301, `${url}?t=7`]);
    }
    expect((await readWhole(`/coleccion/${id}`, browser)).body).toMatch(
      /"collections\.byId"[\s\S]*"stories\.byCollection"/u,
    );
  });

  it('SEC-07: equals that of an unknown collection while it is private, and opens for its owner', async () => {
    const id = await collect('Secreta', false);
    for (const headers of [program, browser]) {
      const unknown = await readWhole(`/coleccion/${randomUUID()}`, headers);
      expect(unknown).toMatchObject({ status: 404, body: expect.stringContaining('noindex') });
      expect(unknown.body).not.toContain('Secreta');
      for (const path of [`/coleccion/${id}`, '/coleccion/mas-tarde', '/coleccion/x'])
        expect({ ...(await readWhole(path, headers)), body: '' }).toEqual({ ...unknown, body: '' });
    }
    for (const path of [`/coleccion/${id}`, '/coleccion/mas-tarde']) {
      const { status, body } = await readWhole(path, { ...browser, ...cookieOf(ana) });
      expect([status, body]).toEqual([200, expect.stringContaining('noindex')]);
    }
  });
});

it('the page of the operator opens for administrators, also with a slash at its end, and answers 404 to others', async () => {
  for (const path of ['/operador', '/operador/']) {
    const statuses = [administrator, ana].map(
      async (user) => (await open(path, { ...browser, ...cookieOf(user) })).status,
    );
    expect([path, ...(await Promise.all(statuses))]).toEqual([path, 200, 404]);
  }
});
