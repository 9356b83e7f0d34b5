import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { StoryId } from '@relato/contract';
import { parseFeed } from 'podcast-partytime';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let name: string;
let count = 0;
beforeEach(async () => {
  name = `ana.${(count += 1)}`;
  ana = await test.signUp(name);
});

const prisma = () => test.world.database.prisma;
const own = () => test.world.callAs(ana.viewer);
const get = (headers: Readonly<Record<string, string>> = {}, username = name) =>
  test.app.request(`/u/${encodeURIComponent(username)}/feed.xml`, { headers });
const read = async () => parseFeed(await (await get()).text());
const titlesOf = async () => (await read())?.items.map(({ title }) => title);

/** Publishes a story, with a row that says that its MP3 has been made. */
async function tell(title: string): Promise<StoryId> {
  const id = await test.world.publishStory(ana.viewer, { title });
  await prisma().storyMp3.update({
    where: { storyId: id },
    data: { bytes: 40_320, durationMs: 4_980, madeAt: new Date() },
  });
  return id;
}

/** Lets everything have happened a minute earlier. */
async function age(): Promise<void> {
  await prisma().$executeRaw`UPDATE profiles SET updated_at = updated_at - interval '1 minute'`;
  await prisma().$executeRaw`UPDATE stories SET updated_at = updated_at - interval '1 minute'`;
  await prisma().$executeRaw`UPDATE story_mp3s SET made_at = made_at - interval '1 minute'`;
}

describe('the feed of a user', () => {
  it('has the public stories whose MP3 has been made, last published first', async () => {
    const [first, second] = [await tell('El tren'), await tell('La reja')];
    await test.world.publishStory(ana.viewer, { title: 'Sin MP3 todavía' });
    expect(await titlesOf()).toEqual(['La reja', 'El tren']);
    await own().stories.unpublish({ id: second });
    expect(await titlesOf()).toEqual(['El tren']);
    await prisma().story.update({ where: { id: first }, data: { hiddenAt: new Date() } });
    expect((await (await get()).text()).match(/<item>/g)).toBeNull();
  });

  it('is sent to every page, and asked for anew each time', async () => {
    await tell('El tren');
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

  it('is not sent again to a reader who has it, until a story is added or removed', async () => {
    const id = await tell('El tren');
    await age();
    const { headers } = await get();
    const [etag, date] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
    const statusOf = async (known: Readonly<Record<string, string>>) => (await get(known)).status;
    expect(await statusOf({ 'if-none-match': etag })).toBe(304);
    expect(await statusOf({ 'if-none-match': `"x", ${etag.replace('W/', '')}` })).toBe(304);
    expect(await statusOf({ 'if-modified-since': date })).toBe(304);
    // A tag says more than a date.
    expect(await statusOf({ 'if-none-match': '"x"', 'if-modified-since': date })).toBe(200);
    await tell('La reja');
    await own().stories.unpublish({ id });
    for (const known of [{ 'if-none-match': etag }, { 'if-modified-since': date }])
      expect(await statusOf(known)).toBe(200);
  });

  it('has a date that no later change shares', async () => {
    const id = await tell('El tren');
    const { headers } = await get();
    await own().stories.unpublish({ id });
    expect((await get({ 'if-modified-since': headers.get('last-modified') ?? '' })).status).toBe(200);
    await age();
    expect((await get()).headers.get('last-modified')).not.toBe(headers.get('last-modified'));
  });
});

const guidOf = async () => (await read())?.guid;

describe('the identity of a podcast', () => {
  it('stays when the username or the address of the site changes', async () => {
    const guid = await guidOf();
    expect(guid).toMatch(/^[\da-f-]{36}$/);
    await own().profiles.update({ username: `otra.${name}` });
    name = `otra.${name}`;
    expect(await guidOf()).toBe(guid);
    const moved = test.createWith({ publicUrl: 'https://otro.test' });
    const feed = await (await moved.request(`/u/${name}/feed.xml`)).text();
    expect(feed).toContain(`<podcast:guid>${guid}</podcast:guid>`);
    expect(feed).toContain(`https://otro.test/u/${name}/feed.xml`);
  });

  it('is not taken over with a username that is free again', async () => {
    const guid = await guidOf();
    await own().profiles.update({ username: `otra.${name}` });
    await prisma()
      .$executeRaw`UPDATE former_usernames SET held_until = now() WHERE username = ${name}::citext`;
    await test
      .signUp(`x${name}`)
      .then(async (heir) => test.world.callAs(heir.viewer).profiles.update({ username: name }));
    const taken = await guidOf();
    expect(taken).toMatch(/^[\da-f-]{36}$/);
    expect(taken).not.toBe(guid);
  });
});

describe('SEC-57: the feed of a former username', () => {
  it('leads on to the present one, which names its new address, and is kept by no cache', async () => {
    await tell('El tren');
    const next = `otra.${name}`;
    await own().profiles.update({ username: next });
    const address = `${test.world.services.publicUrl}/u/${next}/feed.xml`;
    const answer = await get({}, name.toUpperCase());
    expect([answer.status, await answer.text()]).toEqual([301, '']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      location: address,
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    const feed = await (await get({}, next)).text();
    expect(feed).toContain(`<itunes:new-feed-url>${address}</itunes:new-feed-url>`);
    // Their owner takes the first name back, and the two addresses change places.
    await own().profiles.update({ username: name });
    expect([(await get()).status, (await get({}, next)).status]).toEqual([200, 301]);
  });
});

/** Returns everything of an answer but the id of the request. */
const readWhole = async (username: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await get(headers, username);
  const { 'x-request-id': _each, ...seen } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: seen, body: await answer.text() };
};

describe('SEC-07: without a podcast', () => {
  const states: Readonly<Record<string, () => Promise<unknown>>> = {
    'switched off': () => own().profiles.setPodcast({ podcast: false }),
    suspended: () =>
      prisma().user.update({ where: { id: ana.viewer.id }, data: { suspendedAt: new Date() } }),
    deleted: () => prisma().user.delete({ where: { id: ana.viewer.id } }),
    'switched off and renamed': async () => {
      await own().profiles.setPodcast({ podcast: false });
      await own().profiles.update({ username: `otra.${name}` });
    },
  };

  it.each(Object.entries(states))('a user is as unknown, also to themselves: %s', async (_state, change) => {
    await tell('El tren');
    await get();
    await change();
    const unknown = await readWhole(`nadie.${randomUUID().slice(0, 8)}`);
    expect([unknown.status, unknown.headers['cache-control']]).toEqual([404, 'no-store']);
    const cookie = `relato_session=${ana.token}`;
    for (const headers of [{}, { cookie }]) expect(await readWhole(name, headers)).toEqual(unknown);
    for (const wrong of ['%00', 'x'.repeat(300), '../ana', '"><script>'])
      expect(await readWhole(wrong)).toEqual(unknown);
  });

  it('the page of the profile names no feed', async () => {
    expect(await test.world.visitor.profiles.byUsername({ username: name })).toMatchObject({ podcast: true });
    await own().profiles.setPodcast({ podcast: false });
    expect(await test.world.visitor.profiles.byUsername({ username: name })).toMatchObject({
      podcast: false,
    });
    await own().profiles.setPodcast({ podcast: true });
    expect((await get()).status).toBe(200);
  });
});
