import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { StoryId } from '@relato/contract';
import { parseFeed } from 'podcast-partytime';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let name = 'ana';
let first: StoryId;
let second: StoryId;
beforeAll(async () => {
  ana = await test.signUp(name);
  [first, second] = [await tell('El tren'), await tell('La reja')];
  await test.world.publishStory(ana.viewer, { title: 'Sin MP3 todavía' });
});

const prisma = () => test.world.database.prisma;
const own = () => test.world.callAs(ana.viewer);
type Headers = Readonly<Record<string, string>>;
const get = async (headers: Headers = {}, username = name, app = test.app) =>
  app.request(`/u/${encodeURIComponent(username)}/feed.xml`, { headers });
const read = async () => parseFeed(await (await get()).text());
const titlesOf = async () => (await read())?.items.map(({ title }) => title);
const statusOf = async (...request: Parameters<typeof get>) => (await get(...request)).status;

/** Publishes a story and inserts a row for a finished MP3. */
async function tell(title: string, tags: string[] = []): Promise<StoryId> {
  const id = await test.world.publishStory(ana.viewer, { title, tags });
  await prisma().storyMp3.update({
    where: { storyId: id },
    data: { bytes: 40_320, durationMs: 4_980, madeAt: new Date() },
  });
  return id;
}

/** Moves everything a minute into the past. */
async function age(): Promise<void> {
  await prisma().$executeRaw`UPDATE profiles SET updated_at = updated_at - interval '1 minute'`;
  await prisma().$executeRaw`UPDATE stories SET updated_at = updated_at - interval '1 minute'`;
  await prisma().$executeRaw`UPDATE story_mp3s SET made_at = made_at - interval '1 minute'`;
}

it('a feed contains the public stories with a finished MP3, last published first, for every page', async () => {
  expect(await titlesOf()).toEqual(['La reja', 'El tren']);
  const answer = await get();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/rss+xml; charset=utf-8',
    'cache-control': 'public, no-cache',
    'access-control-allow-origin': '*',
    etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    'last-modified': expect.stringMatching(/ GMT$/),
  });
  expect(answer.headers.has('set-cookie')).toBe(false);
  const compressed = await get({ 'accept-encoding': 'gzip, br' });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await compressed.arrayBuffer()).toString()).toBe(await answer.text());
});

it('a feed is sent again to a reader only after a change, such as a removed story', async () => {
  await age();
  const { headers } = await get();
  const [etag, date] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
  expect(await statusOf({ 'if-none-match': etag })).toBe(304);
  expect(await statusOf({ 'if-none-match': `"x", ${etag.replace('W/', '')}` })).toBe(304);
  expect(await statusOf({ 'if-modified-since': date })).toBe(304);
  // A tag has priority over a date.
  expect(await statusOf({ 'if-none-match': '"x"', 'if-modified-since': date })).toBe(200);
  await own().stories.unpublish({ id: second });
  const changed = await get({ 'if-none-match': etag });
  expect([changed.status, await statusOf({ 'if-modified-since': date })]).toEqual([200, 200]);
  // While the feed may still change within this second, its date is one that no later change shares.
  const early = changed.headers.get('last-modified') ?? '';
  expect(await statusOf({ 'if-modified-since': early })).toBe(200);
  expect(await titlesOf()).toEqual(['El tren']);
  await prisma().story.update({ where: { id: first }, data: { hiddenAt: new Date() } });
  expect(await titlesOf()).toEqual([]);
  await prisma().story.update({ where: { id: first }, data: { hiddenAt: null } });
});

const askOfSubject = async (headers: Headers = {}) => test.app.request('/tema/mar/feed.xml', { headers });

it('a feed of a subject has no date, because a removed older story would leave it as it was', async () => {
  const older = await tell('La ola', ['mar']);
  await tell('El faro', ['mar']);
  await age();
  const { headers } = await askOfSubject();
  const etag = headers.get('etag') ?? '';
  const date = headers.get('last-modified') ?? new Date().toUTCString();
  expect((await askOfSubject({ 'if-none-match': etag })).status).toBe(304);
  await own().stories.unpublish({ id: older });
  expect((await askOfSubject({ 'if-none-match': etag })).status).toBe(200);
  expect((await askOfSubject({ 'if-modified-since': date })).status).toBe(200);
});

const guidOf = async () => (await read())?.guid;

it('SEC-57: a podcast stays the same after a new username, to which the former one redirects, and after a new address', async () => {
  const guid = await guidOf();
  expect(guid).toMatch(/^[\da-f-]{36}$/);
  const former = name;
  name = 'otra.ana';
  await own().profiles.update({ username: name });
  expect(await guidOf()).toBe(guid);
  const moved = test.createWith({ publicUrl: 'https://otro.test' });
  const elsewhere = await (await get({}, name, moved)).text();
  expect(elsewhere).toContain(`<podcast:guid>${guid}</podcast:guid>`);
  const address = `${test.world.services.publicUrl}/u/${name}/feed.xml`;
  const answer = await get({}, former.toUpperCase());
  expect([answer.status, await answer.text()]).toEqual([301, '']);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    location: address,
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  });
  expect(await (await get()).text()).toContain(`<itunes:new-feed-url>${address}</itunes:new-feed-url>`);
  // The user takes the first name back, and the two addresses change places.
  await own().profiles.update({ username: former });
  expect([await statusOf({}, former), await statusOf()]).toEqual([200, 301]);
  // A freed name belongs to another podcast of another user.
  await own().profiles.update({ username: name });
  await prisma()
    .$executeRaw`UPDATE former_usernames SET held_until = now() - interval '1 second' WHERE username = ${former}::citext`;
  const heir = await test.signUp('heredera');
  await test.world.callAs(heir.viewer).profiles.update({ username: former });
  const taken = parseFeed(await (await get({}, former)).text())?.guid;
  expect(taken).toMatch(/^[\da-f-]{36}$/);
  expect(taken).not.toBe(guid);
});

/** Returns an answer without the id of the request. */
const readWhole = async (username: string, headers: Headers = {}) => {
  const answer = await get(headers, username);
  const { 'x-request-id': _each, ...seen } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: seen, body: await answer.text() };
};

const setSuspended = (suspendedAt: Date | null) =>
  prisma().user.update({ where: { id: ana.viewer.id }, data: { suspendedAt } });

describe('SEC-07: without a podcast', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['suspended', () => setSuspended(new Date())],
    [
      'switched off and renamed',
      async () => {
        await setSuspended(null);
        await own().profiles.setPodcast({ podcast: false });
        await own().profiles.update({ username: 'tercera' });
      },
    ],
    [
      'switched off',
      async () => {
        name = 'tercera';
        const profile = await test.world.visitor.profiles.byUsername({ username: name });
        expect(profile).toMatchObject({ podcast: false });
      },
    ],
    ['deleted', () => prisma().user.delete({ where: { id: ana.viewer.id } })],
  ])('a user answers like an unknown one, also to themselves: %s', async (_state, change) => {
    await change();
    const unknown = await readWhole(`nadie.${randomUUID().slice(0, 8)}`);
    expect([unknown.status, unknown.headers['cache-control']]).toEqual([404, 'no-store']);
    const cookie = `relato_session=${ana.token}`;
    for (const headers of [{}, { cookie }]) expect(await readWhole(name, headers)).toEqual(unknown);
    for (const wrong of ['%00', 'x'.repeat(300), '"><script>'])
      expect(await readWhole(wrong)).toEqual(unknown);
  });
});
