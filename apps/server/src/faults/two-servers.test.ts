import { createRateLimiter } from '@relato/api';
import { createAuth } from '@relato/auth';
import type { StoryId } from '@relato/contract';
import { createDatabase, type Database } from '@relato/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../testing/day-of.ts';
import { pretendMp3 } from '../testing/pretend-mp3.ts';
import { useTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { useWebDir } from '../testing/web-dir.ts';

// A change on one server shows on the other at once, because both share the database and the store and keep nothing in
// memory.

const webDir = useWebDir({
  'index.html':
    '<html><head><title>Relato</title>\n<meta name="description" content="Graba"></head><body></body></html>',
});

/** The server that makes the changes. */
const first = useTestApp(() => ({ webDir }));
let database: Database;
let second: TestApp['app'];
let ana: TestUser;
let administrator: TestUser;
beforeAll(async () => {
  const { url } = first.world.database;
  database = await createDatabase({ url, statementTimeoutMs: 30_000 });
  const { publicUrl } = first.world.services;
  second = first.createWith({
    database,
    rateLimiter: createRateLimiter(database),
    auth: createAuth({ database, secure: false, publicUrl, providers: {} }),
  });
  ana = await first.signUp('ana');
  administrator = await first.signUp('jefa', 'administrator');
});
afterAll(() => database.close());

const ask = (app: TestApp['app'], path: string, headers: Readonly<Record<string, string>> = {}) =>
  Promise.resolve(app.request(path, { headers }));
const toCall = (path: string, input: object = {}): string =>
  `/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;

type Read = (id: StoryId) => string;

/** The requests for one story, which fail without it. */
const ofOneStory: Readonly<Record<string, Read>> = {
  audio: (id) => `/audio/${id}`,
  'public MP3': (id) => `/feed/${id}.mp3`,
  'embedded player': (id) => `/embed/${id}`,
  oembed: (id) => `/oembed?url=${encodeURIComponent(`${first.world.services.publicUrl}/?story=${id}`)}`,
  preview: (id) => `/preview/${id}-abc.png`,
  transcript: (id) => `/transcript/${id}.txt`,
  'page of the link': (id) => `/?story=${id}`,
  story: (id) => toCall('stories.byId', { id }),
  comments: (id) => toCall('comments.list', { storyId: id, limit: 20 }),
};

/** The requests that list stories, which succeed without it. */
const lists: Readonly<Record<string, Read>> = {
  feed: () => toCall('stories.feed'),
  search: () => toCall('stories.feed', { search: 'tren' }),
  'stories by ids': (id) => toCall('stories.byIds', { ids: [id] }),
  'stories of the author': () => toCall('stories.byUser', { userId: ana.viewer.id }),
  sitemap: (id) => `/sitemap/stories-${dayOf(id)}.xml`,
};

/** Reads everything on the second server as a visitor. Returns the requests that show the story. */
async function listShowing(id: StoryId): Promise<string[]> {
  // The MP3 is made after the publication.
  for (const { storyId } of await first.world.database.prisma.storyMp3.findMany({ where: { bytes: null } }))
    await pretendMp3(first, storyId);
  const showing: string[] = [];
  for (const [name, toPath] of Object.entries(ofOneStory)) {
    const answer = await ask(second, toPath(id));
    await answer.arrayBuffer();
    if (answer.status !== 404) showing.push(name);
  }
  for (const [name, toPath] of Object.entries(lists)) {
    const text = await (await ask(second, toPath(id))).text();
    if (text.includes(id)) showing.push(name);
  }
  return showing;
}

const everything = [...Object.keys(ofOneStory), ...Object.keys(lists)];
const asAna = () => first.world.callAs(ana.viewer);
const asAdministrator = () => first.world.callAs(administrator.viewer);

/** The changes with their reversals. A deletion has no reversal. */
const changes: Readonly<Record<string, readonly ((id: StoryId) => Promise<unknown>)[]>> = {
  unpublishes: [(id) => asAna().stories.unpublish({ id }), (id) => asAna().stories.publish({ id })],
  'suspends the author of': [
    () => asAdministrator().users.suspend({ userId: ana.viewer.id, reason: 'Spam' }),
    () => asAdministrator().users.restore({ userId: ana.viewer.id, reason: 'Fue un error' }),
  ],
  deletes: [(id) => asAna().stories.delete({ id })],
};

describe('a story that one server', () => {
  it.each(Object.entries(changes))('%s is shown by no other from then on', async (_name, steps) => {
    const id = await first.world.publishStory(ana.viewer, { title: 'El tren' });
    // The second round finds every cache filled.
    await listShowing(id);
    expect(await listShowing(id)).toEqual(everything);
    const [change, revert] = steps;
    await change?.(id);
    expect(await listShowing(id)).toEqual([]);
    if (!revert) return;
    await revert(id);
    expect(await listShowing(id)).toEqual(everything);
    await asAna().stories.delete({ id });
  });
});

describe('a change on one server', () => {
  it('of the settings shows on another one', async () => {
    for (const recordOnly of [false, true]) {
      await asAdministrator().settings.set({ flags: { recordOnly } });
      const answer = await ask(second, toCall('settings.public'));
      expect(await answer.json()).toMatchObject({ result: { data: { json: { flags: { recordOnly } } } } });
    }
  });

  it('of sessions, roles and accounts holds on another one', async () => {
    const beto = await first.signUp('beto', 'moderator');
    const cases = toCall('users.list', { limit: 20 });
    expect((await ask(second, cases, beto.headers)).status).toBe(200);
    await asAdministrator().users.setRole({ userId: beto.viewer.id, role: 'user' });
    expect((await ask(second, cases, beto.headers)).status).toBe(403);
    expect((await ask(second, toCall('profiles.me'), beto.headers)).status).toBe(200);
    await first.world.callAs(beto.viewer, beto.token).account.signOut();
    expect((await ask(second, toCall('profiles.me'), beto.headers)).status).toBe(401);
  });
});
