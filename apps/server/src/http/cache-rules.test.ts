import type { StoryId } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from './app.ts';
import { isKnownTag } from './cache-rules.ts';
import type { routePolicies } from '../route-policies.ts';
import { toCoverPath } from '../routes/podcast/podcast-files.ts';
import { dayOf } from '../testing/day-of.ts';
import { pretendMp3 } from '../testing/pretend-mp3.ts';
import { useTestApp, type TestUser } from '../testing/test-app.ts';
import { useWebDir } from '../testing/web-dir.ts';

const webDir = useWebDir({
  'index.html': '<html><head><title>Relato</title></head><body></body></html>',
});

const test = useTestApp(() => ({ webDir }));
let app: App;
let ana: TestUser;
let photo: string;
let id: StoryId;
beforeAll(async () => {
  app = test.createWithoutLimits();
  ana = await test.signUp('ana');
  id = await test.world.publishStory(ana.viewer, {
    title: 'El tren',
    transcript: 'Érase una vez.',
    tags: ['mar'],
  });
  const transcriptWords = [{ text: 'Érase', startMs: 0, endMs: 400, confidence: null }];
  await test.world.database.prisma.story.update({ where: { id }, data: { transcriptWords } });
  await pretendMp3(test, id);
  await test.world.callAs(ana.viewer).profiles.setPhoto({ image: 'cGhvdG8=' });
  photo = (await test.world.callAs(ana.viewer).profiles.me()).photo ?? '';
});

type ReadRoute = Extract<keyof typeof routePolicies, `GET ${string}` | `ALL ${string}`>;

/**
 * The addresses at which others can read a public story or its author. Null for a route that shows neither. A missing new
 * route is a type error.
 */
const addresses: Readonly<Record<ReadRoute, (() => readonly string[]) | null>> = {
  'GET /*': () => ['/', `/?story=${id}`, '/u/ana', '/tema/mar', '/search?q=tren'],
  'ALL /trpc/*': () => [`/trpc/stories.byId?input=${encodeURIComponent(JSON.stringify({ json: { id } }))}`],
  'GET /audio/:storyId': () => [`/audio/${id}`],
  'GET /transcript/:file': () => [`/transcript/${id}.txt`, `/transcript/${id}.vtt`],
  'GET /embed/:storyId': () => [`/embed/${id}`],
  'GET /oembed': () => [`/oembed?url=${encodeURIComponent(`${test.world.services.publicUrl}/?story=${id}`)}`],
  'GET /u/:username/feed.xml': () => ['/u/ana/feed.xml'],
  'GET /tema/:tag/feed.xml': () => ['/tema/mar/feed.xml'],
  'GET /feed/:file': () => [
    ...['mp3', 'vtt', 'srt', 'json'].map((extension) => `/feed/${id}.${extension}`),
    toCoverPath({ id: ana.viewer.id, username: 'ana' }),
  ],
  'GET /photo/:file': () => [`/photo/${photo}-small.webp`, `/photo/${photo}-large.webp`],
  'GET /preview/:file': () => [`/preview/${id}-x.png`],
  'GET /robots.txt': () => ['/robots.txt'],
  'GET /sitemap.xml': () => ['/sitemap.xml'],
  'GET /legal/:page': () => ['/legal/aviso'],
  'GET /privacidad': null,
  'GET /sitemap/:file': () => [
    `/sitemap/stories-${dayOf(id)}.xml`,
    `/sitemap/profiles-${dayOf(ana.viewer.id)}.xml`,
  ],
  'GET /livez': () => ['/livez'],
  'GET /readyz': () => ['/readyz'],
  'GET /metrics': null,
  'GET /export': null,
  'GET /upload/:id': null,
  'GET /auth/:provider': null,
  'GET /auth/:provider/callback': null,
};

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  app.request(path, { headers: { accept: '*/*', ...headers } });

describe('SEC-07: content that can be removed is revalidated each time', () => {
  const shown = Object.entries(addresses).flatMap(([route, list]) => (list ? [[route, list] as const] : []));

  it.each(shown)('%s', async (_route, list) => {
    for (const path of list()) {
      const answer = await get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('cache-control')).toMatch(/^(?:(?:public, |private, )?no-cache|no-store)$/);
      const tag = answer.headers.get('etag');
      if (tag === null) continue;
      const known = await get(path, { 'if-none-match': tag });
      expect([path, known.status, await known.text()]).toEqual([path, 304, '']);
      expect(known.headers.get('cache-control')).toBe(answer.headers.get('cache-control'));
    }
  });

  it('and answers without a rule, such as those for missing files, are not stored', async () => {
    for (const path of [
      '/missing.png',
      '/sitemap/none.xml',
      '/u/nadie/feed.xml',
      '/%ff',
      '/auth/x',
      '/metrics',
      '/export',
    ])
      expect([path, (await get(path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
  });
});

describe('a known tag', () => {
  it('is found in a list, and whether either is marked as weak', () => {
    const lists = [undefined, '', '"ab"', '"x", W/"a",W/"y"', 'W/"xa"', 'a'];
    expect(lists.map((list) => isKnownTag(list, '"a"'))).toEqual([false, false, false, true, false, false]);
    expect(['"a"', 'W/"a"', '"x"'].map((list) => isKnownTag(list, 'W/"a"'))).toEqual([true, true, false]);
  });
});

it('SEC-07: the picture of the podcast of a suspended user answers 404, even to a known tag', async () => {
  const path = toCoverPath({ id: ana.viewer.id, username: 'ana' });
  const shown = await get(path);
  const tag = shown.headers.get('etag') ?? '';
  expect([shown.status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]{10}"$/)]);
  const suspended = { where: { id: ana.viewer.id }, data: { suspendedAt: new Date() } };
  await test.world.database.prisma.user.update(suspended);
  expect((await get(path, { 'if-none-match': tag })).status).toBe(404);
});
