import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../../testing/day-of.ts';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
  const where = { id: ana.viewer.id };
  await test.world.database.prisma.profile.update({ where, data: { username: 'josé.luz' } });
});

async function read(path: string) {
  const answer = await test.app.request(path);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

/** Returns the addresses in a sitemap, without the origin of this server. */
function readLocations(xml: string): string[] {
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<(urlset|sitemapindex) .*<\/\1>$/s);
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location = '']) =>
    location.replace(test.world.services.publicUrl, ''),
  );
}

describe('robots.txt', () => {
  it('names the sitemap, and closes the paths without content for readers', async () => {
    const { status, type, text } = await read('/robots.txt');
    expect(status).toBe(200);
    // Hono's server for Node has its own Response, which writes a space.
    expect(type).toMatch(/^text\/plain; ?charset=UTF-8$/);
    expect(text).toContain(`\nSitemap: ${test.world.services.publicUrl}/sitemap.xml\n`);
    expect(text).toContain('\nDisallow: /trpc\n');
    expect(text).not.toMatch(/Disallow: \/(audio|u\/|\n|$)/);
  });
});

describe('the sitemap', () => {
  it('names the public stories and their authors, with the changes of stories', async () => {
    expect(readLocations((await read('/sitemap.xml')).text)).toEqual([]);
    const id = await test.world.publishStory(ana.viewer);
    const day = dayOf(id);
    const dayOfAna = dayOf(ana.viewer.id);
    expect(readLocations((await read('/sitemap.xml')).text)).toEqual([
      `/sitemap/stories-${day}.xml`,
      `/sitemap/profiles-${dayOfAna}.xml`,
    ]);
    const stories = await read(`/sitemap/stories-${day}.xml`);
    expect(stories.type).toBe('application/xml; charset=utf-8');
    expect(readLocations(stories.text)).toEqual([`/?story=${id}`]);
    const [, change = ''] = /<lastmod>(.*)<\/lastmod>/.exec(stories.text) ?? [];
    const { updatedAt } = await test.world.database.prisma.story.findUniqueOrThrow({ where: { id } });
    expect(change).toBe(updatedAt.toISOString());
    expect(readLocations((await read(`/sitemap/profiles-${dayOfAna}.xml`)).text)).toEqual([
      '/u/jos%C3%A9.luz',
    ]);
  });

  it('SEC-07: names no story that a visitor may not hear', async () => {
    const beto = await test.signUp('beto');
    const [shown, unpublished, hidden] = [
      await test.world.publishStory(beto.viewer),
      await test.world.publishStory(beto.viewer),
      await test.world.publishStory(beto.viewer),
    ];
    const { prisma } = test.world.database;
    await prisma.story.update({ where: { id: unpublished }, data: { published: false } });
    await prisma.story.update({ where: { id: hidden }, data: { hiddenAt: new Date() } });
    const named = readLocations((await read(`/sitemap/stories-${dayOf(shown)}.xml`)).text);
    expect(named).toContain(`/?story=${shown}`);
    expect(named).not.toContain(`/?story=${unpublished}`);
    expect(named).not.toContain(`/?story=${hidden}`);
  });

  it('names more stories of a day than one read returns', async () => {
    const { prisma } = test.world.database;
    // The ids are of one past day.
    await prisma.$executeRaw`
      WITH made AS (
        SELECT ('0190a0a0-' || lpad(to_hex(n), 4, '0') || '-7000-8000-000000000000')::uuid AS id
        FROM generate_series(1, 1500) AS n
      ), recorded AS (
        INSERT INTO recordings (id, user_id, state, claimed_type, original_key, playback_key, playback_bytes,
          playback_type, duration_ms, peaks)
        SELECT id, ${ana.viewer.id}::uuid, 'ready', 'audio/webm', id::text, id::text, 1, 'audio/webm', 1,
          array_fill(1::int2, ARRAY[100])
        FROM made RETURNING id
      )
      INSERT INTO stories (id, recording_id, user_id, title, duration_ms, published, published_at, created_with)
      SELECT id, id, ${ana.viewer.id}::uuid, 'Historia', 1, true, now(), '' FROM recorded`;
    const [first = ''] = readLocations((await read('/sitemap.xml')).text);
    expect(first).toBe('/sitemap/stories-2024-07-11.xml');
    const named = readLocations((await read(first)).text);
    expect([named.length, new Set(named).size]).toEqual([1_500, 1_500]);
  });

  it('costs the same reads for many concurrent callers as for two', async () => {
    const { database } = test.world.services;
    let reads = 0;
    const sql: typeof database.sql = (statement) => {
      reads += 1;
      return database.sql(statement);
    };
    const app = test.createWith({ database: { ...database, sql } });
    await app.request('/sitemap.xml');
    const once = reads;
    const answers = await Promise.all(Array.from({ length: 20 }, async () => app.request('/sitemap.xml')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(reads - once).toBeLessThanOrEqual(2 * once);
  });

  it.each(['stories-2026-13-45.xml', 'stories-1969-12-31.xml', 'users-2026-11-22.xml', '..%2f'])(
    'has nothing at /sitemap/%s',
    async (file) => {
      expect((await read(`/sitemap/${file}`)).status).toBe(404);
    },
  );
});
