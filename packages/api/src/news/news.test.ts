import { randomUUID } from 'node:crypto';
import {
  type BellItem,
  commentId,
  limits,
  type News,
  retention,
  type StoryId,
  userId,
} from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { storeTranscription } from '../transcription/result-mutations.ts';
import { toHeard } from '../testing/transcriptions.ts';
import { useTestWorld } from '../testing/world.ts';
import { forgetNews } from './jobs.ts';

const world = useTestWorld();
let [ana, luis, eva] = [{} as Viewer, {} as Viewer, {} as Viewer];
let story: StoryId;
beforeEach(async () => {
  const addUser = (name: string) => world.addUser(`${name}_${randomUUID().slice(0, 8)}`);
  [ana, luis, eva] = [await addUser('ana'), await addUser('luis'), await addUser('eva')];
  story = await world.publishStory(ana, { title: 'El tren' });
});

const as = (viewer: Viewer | null) => world.callAs(viewer);
const isNews = (item: BellItem): item is News => 'others' in item;
const listNews = async (viewer: Viewer): Promise<News[]> =>
  (await as(viewer).news.list({ limit: 50 })).items.filter(isNews);

async function say(viewer: Viewer | null, content = `Qué bonito ${randomUUID()}`, about = story) {
  const { id } = await as(viewer).comments.create({
    id: commentId.parse(randomUUID()),
    storyId: about,
    content,
    ...(viewer === null && { authorName: 'Rosa' }),
  });
  return id;
}
const age = (viewer: Viewer, interval: string) => world.database.prisma.$executeRaw`
  UPDATE news SET created_at = created_at - ${interval}::interval WHERE user_id = ${viewer.id}::uuid`;

/** Moves a user's news into the middle of the last hour, in their order, because a test may run while an hour ends. */
const settle = (viewer: Viewer) => world.database.prisma.$executeRaw`
  UPDATE news n SET created_at = date_trunc('hour', now()) - interval '30 minutes' + p.place * interval '1 millisecond'
  FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS place FROM news WHERE user_id = ${viewer.id}::uuid) AS p
  WHERE p.id = n.id`;

describe('comments', () => {
  it('are news for the author of the story, those of an hour as one item, with the last commenter and the number of others', async () => {
    await say(luis);
    await say(luis);
    await say(eva);
    await say(null);
    await say(null);
    await settle(ana);
    const [item, ...others] = await listNews(ana);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      kind: 'comment',
      actor: { name: 'Rosa', username: null, photo: null },
      others: 3,
      story: { id: story, title: 'El tren' },
      isRead: false,
    });
    expect(await as(ana).news.unread()).toBe(1);
    await age(ana, '1 hour');
    await say(luis);
    expect((await listNews(ana)).map(({ actor, others: count }) => [actor?.username, count])).toEqual([
      [luis.username, 0],
      [null, 3],
    ]);
    expect(await as(ana).news.unread()).toBe(2);
  });

  it('by the author are no news, and a repeated call is one news', async () => {
    await say(ana);
    expect(await listNews(ana)).toEqual([]);
    const comment = { id: commentId.parse(randomUUID()), storyId: story, content: 'Dos veces' };
    await as(luis).comments.create(comment);
    await as(luis).comments.create(comment);
    expect(await world.database.prisma.news.count({ where: { userId: ana.id } })).toBe(1);
  });

  it('are no longer news once they are deleted, and neither are actions of a deleted account', async () => {
    const id = await say(luis);
    await as(luis).comments.delete({ id });
    expect([await listNews(ana), await as(ana).news.unread()]).toEqual([[], 0]);
    await as(eva).follows.follow({ userId: userId.parse(ana.id) });
    await world.database.prisma.user.delete({ where: { id: eva.id } });
    expect(await listNews(ana)).toEqual([]);
  });

  it('are stored up to a hundred rows an hour until they are read', async () => {
    await world.database.prisma
      .$executeRaw`SELECT tell_user(${ana.id}::uuid, 'comment', NULL, ${story}::uuid, NULL, NULL)
      FROM generate_series(1, ${limits.news.maxOfGroup + 20})`;
    const [item] = await listNews(ana);
    expect(item?.others).toBe(limits.news.maxOfGroup - 1);
    await as(ana).news.readAll();
    await say(luis);
    expect(await as(ana).news.unread()).toBe(1);
  });

  it('are news despite an unread flood by a user who is blocked by now', async () => {
    await world.database.prisma
      .$executeRaw`SELECT tell_user(${ana.id}::uuid, 'comment', ${luis.id}::uuid, ${story}::uuid, NULL, NULL)
      FROM generate_series(1, ${limits.news.maxOfGroup})`;
    await as(ana).blocks.block({ userId: luis.id });
    await say(eva);
    expect(await listNews(ana)).toMatchObject([{ actor: { username: eva.username }, others: 0 }]);
  });

  it('of a suspended account are no news until it is restored', async () => {
    const staff = as(await world.addUser(`m_${randomUUID().slice(0, 8)}`, 'moderator'));
    const decision = { userId: userId.parse(luis.id), reason: 'Spam' };
    await say(luis);
    await staff.users.suspend(decision);
    expect([await listNews(ana), await as(ana).news.unread()]).toEqual([[], 0]);
    await staff.users.restore(decision);
    expect([(await listNews(ana)).length, await as(ana).news.unread()]).toEqual([1, 1]);
  });
});

describe('mentions', () => {
  it('notify named members once, whatever the case of their name', async () => {
    const name = luis.username ?? '';
    await say(ana, `Para @${name.toUpperCase()}, otra vez @${name}. También @nadie y correo@${eva.username}`);
    const [item, ...others] = await listNews(luis);
    expect(others).toEqual([]);
    expect(item).toMatchObject({ kind: 'mention', actor: { username: ana.username }, story: { id: story } });
    expect(await listNews(eva)).toEqual([]);
  });

  it("are one news for the author of the story, and none in a visitor's comment", async () => {
    await say(luis, `Gracias, @${ana.username}`);
    expect((await listNews(ana)).map(({ kind }) => kind)).toEqual(['comment']);
    await say(null, `Hola, @${eva.username}`);
    expect(await listNews(eva)).toEqual([]);
  });

  it('are hidden while the reader may not see the story', async () => {
    await say(ana, `Mira, @${eva.username}`);
    await as(ana).stories.unpublish({ id: story });
    expect([await listNews(eva), await as(eva).news.unread()]).toEqual([[], 0]);
    await as(ana).stories.publish({ id: story });
    expect([(await listNews(eva)).length, await as(eva).news.unread()]).toEqual([1, 1]);
  });

  it.each(['block', 'mute'] as const)(
    'are hidden by a %s with the author of the story, whether they are older or newer',
    async (kind) => {
      await say(luis, `Mira, @${eva.username}`);
      await as(eva).blocks[kind]({ userId: ana.id });
      expect([await listNews(eva), await as(eva).news.unread()]).toEqual([[], 0]);
      await say(luis, `Mira otra vez, @${eva.username}`);
      expect([await listNews(eva), await as(eva).news.unread()]).toEqual([[], 0]);
    },
  );

  it('store nothing if the named member may not see the story', async () => {
    await as(ana).stories.unpublish({ id: story });
    await say(ana, `Nota sobre @${eva.username}`);
    await as(ana).stories.publish({ id: story });
    await as(ana).blocks.block({ userId: eva.id });
    await say(luis, `Mira, @${eva.username}`);
    expect(await world.database.prisma.news.count({ where: { userId: eva.id } })).toBe(0);
  });
});

const vote = (viewer: Viewer, direction: 'up' | 'down' | null) =>
  as(viewer).stories.vote({ id: story, direction });
describe('votes', () => {
  it('are news at 1, 10 and 100, once each, however often a vote is withdrawn', async () => {
    const last = async () => (await listNews(ana))[0]?.votes;
    await vote(luis, 'up');
    await vote(luis, null);
    await vote(luis, 'up');
    expect(await world.database.prisma.news.count({ where: { userId: ana.id } })).toBe(1);
    expect(await last()).toBe(1);
    await world.database.prisma.story.update({ where: { id: story }, data: { upvotes: 8, score: 8 } });
    await vote(eva, 'up');
    expect(await last()).toBe(1);
    await vote(ana, 'up');
    expect(await last()).toBe(1);
    await vote(luis, null);
    await vote(luis, 'up');
    expect(await last()).toBe(10);
    await vote(luis, 'down');
    await vote(luis, 'up');
    expect(await world.database.prisma.news.count({ where: { userId: ana.id } })).toBe(2);
  });

  it('against a story, and those from before the bell existed, are no news', async () => {
    await vote(luis, 'down');
    await world.database.prisma
      .$executeRaw`UPDATE stories SET told_votes = NULL, upvotes = 50, score = 49 WHERE id = ${story}::uuid`;
    await vote(eva, 'up');
    expect(await listNews(ana)).toEqual([]);
  });
});

it('a follower is one news, also if they unfollow and follow again', async () => {
  const who = { userId: userId.parse(ana.id) };
  await as(luis).follows.follow(who);
  await as(luis).follows.unfollow(who);
  await as(luis).follows.follow(who);
  await as(eva).follows.follow(who);
  await settle(ana);
  expect(await listNews(ana)).toMatchObject([
    { kind: 'follow', actor: { username: eva.username }, others: 1, story: null },
  ]);
  expect(await world.database.prisma.news.count({ where: { userId: ana.id } })).toBe(2);
});

it('the first transcript of a story is news, unlike an empty or a replacing one', async () => {
  const { recordingId } = await world.database.prisma.story.findUniqueOrThrow({ where: { id: story } });
  await world.database.prisma.transcript.upsert({
    where: { recordingId },
    create: { recordingId, status: 'processing', provider: 'assemblyai' },
    update: {},
  });
  const hear = (text: string) => storeTranscription(world.services, { recordingId, run: 0 }, toHeard(text));
  await hear('');
  expect(await listNews(ana)).toEqual([]);
  await hear('Había una vez');
  expect(await listNews(ana)).toMatchObject([{ kind: 'transcript', actor: null, story: { id: story } }]);
  await as(ana).news.readAll();
  await hear('Otra vez');
  await as(ana).stories.update({ id: story, transcript: 'Lo que yo digo' });
  await hear('Y otra');
  expect(await as(ana).news.unread()).toBe(0);
});

describe('new stories of followed people', () => {
  it('are news for followers who asked for them, from then on, while they are public', async () => {
    const who = { userId: userId.parse(ana.id) };
    await as(eva).follows.setTold({ ...who, told: true });
    await as(eva).follows.follow(who);
    const isTold = async () =>
      (await as(eva).profiles.byUsername({ username: ana.username ?? '' })).viewer.isTold;
    expect(await isTold()).toBe(false);
    await as(eva).follows.setTold({ ...who, told: true });
    expect([await isTold(), await listNews(eva), await as(eva).news.unread()]).toEqual([true, [], 0]);
    const first = await world.publishStory(ana, { title: 'El mar' });
    const second = await world.publishStory(ana, { title: 'El río' });
    const told = await listNews(eva);
    expect(told.map((item) => [item.kind, item.actor?.username, item.story?.title, item.isRead])).toEqual([
      ['story', ana.username, 'El río', false],
      ['story', ana.username, 'El mar', false],
    ]);
    await as(eva).news.read({ id: first, kind: 'story' });
    expect((await listNews(eva)).map(({ isRead }) => isRead)).toEqual([false, true]);
    await as(eva).news.read({ id: second, kind: 'story' });
    await as(eva).news.read({ id: first, kind: 'story' });
    expect((await listNews(eva)).map(({ isRead }) => isRead)).toEqual([true, true]);
    await as(ana).stories.unpublish({ id: second });
    expect((await listNews(eva)).map(({ story: about }) => about?.id)).toEqual([first]);
    const third = await world.publishStory(ana, { title: 'El faro' });
    expect(await as(eva).news.unread()).toBe(1);
    await as(ana).stories.unpublish({ id: third });
    expect(await as(eva).news.unread()).toBe(0);
    await as(ana).stories.publish({ id: third });
    expect(await as(eva).news.unread()).toBe(1);
    await as(eva).news.readAll();
    expect(await as(eva).news.unread()).toBe(0);
    await as(eva).follows.setTold({ ...who, told: false });
    expect(await listNews(eva)).toEqual([]);
    expect(await world.database.prisma.news.count({ where: { userId: eva.id } })).toBe(0);
  });

  it('are news for a limited number of followed users', async () => {
    const { prisma } = world.database;
    await prisma.$executeRaw`WITH people AS (
        INSERT INTO users (id) SELECT gen_random_uuid() FROM generate_series(1, ${limits.news.maxPeople}) RETURNING id
      ) INSERT INTO follows (id, follower_id, following_id, told_since, read_until)
      SELECT gen_random_uuid(), ${eva.id}::uuid, id, now(), now() FROM people`;
    const who = { userId: userId.parse(ana.id) };
    await as(eva).follows.follow(who);
    await expectRefusal(as(eva).follows.setTold({ ...who, told: true }), 'TOLD_TOO_MANY');
    await prisma.follow.deleteMany({ where: { followerId: eva.id, followingId: { not: ana.id } } });
    await as(eva).follows.setTold({ ...who, told: true });
    await prisma.$executeRaw`INSERT INTO follows (id, follower_id, following_id, told_since, read_until)
      SELECT gen_random_uuid(), ${eva.id}::uuid, id, now(), now() FROM users
      WHERE id NOT IN (${eva.id}::uuid, ${ana.id}::uuid) LIMIT ${limits.news.maxPeople - 1}`;
    await as(eva).follows.setTold({ ...who, told: true });
  });

  it('are limited for concurrent calls too', async () => {
    const more = 8;
    const people = await world.database.prisma.$queryRaw<{ readonly id: string | null }[]>`WITH people AS (
        INSERT INTO users (id) SELECT gen_random_uuid() FROM generate_series(1, ${limits.news.maxPeople - 1 + more}) RETURNING id
      ) INSERT INTO follows (id, follower_id, following_id, told_since)
      SELECT gen_random_uuid(), ${eva.id}::uuid, id, CASE WHEN row_number() OVER () > ${more} THEN now() END FROM people
      RETURNING CASE WHEN told_since IS NULL THEN following_id END AS id`;
    const untold = people.filter(({ id }) => id !== null);
    await Promise.allSettled(
      untold.map(({ id }) => as(eva).follows.setTold({ userId: userId.parse(id), told: true })),
    );
    const where = { followerId: eva.id, toldSince: { not: null } };
    expect(await world.database.prisma.follow.count({ where })).toBe(limits.news.maxPeople);
  });
});

describe('the list', () => {
  it('is paged by groups without losing or repeating any, also within an hour', async () => {
    const more = [story];
    for (const title of ['B', 'C', 'D', 'E']) more.push(await world.publishStory(ana, { title }));
    for (const viewer of [luis, eva]) for (const about of more) await say(viewer, undefined, about);
    await as(luis).follows.follow({ userId: userId.parse(ana.id) });
    await settle(ana);
    const whole = await listNews(ana);
    expect(whole).toHaveLength(6);
    const paged: BellItem[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<ReturnType<typeof as>['news']['list']>> = await as(ana).news.list({
        limit: 2,
        cursor,
      });
      paged.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole);
  });

  it('marks the shown news as read, but no later ones and none of other users', async () => {
    await say(luis);
    await settle(ana);
    const [shown] = await listNews(ana);
    await say(eva);
    await settle(ana);
    await as(luis).news.read({ id: shown?.id ?? '', kind: 'comment' });
    expect(await world.database.prisma.news.count({ where: { userId: ana.id, readAt: null } })).toBe(2);
    await as(ana).news.read({ id: shown?.id ?? '', kind: 'comment' });
    expect(await world.database.prisma.news.count({ where: { userId: ana.id, readAt: null } })).toBe(1);
    expect((await listNews(ana)).map(({ isRead }) => isRead)).toEqual([false]);
    await age(ana, '1 hour');
    await say(luis);
    const [last] = await listNews(ana);
    await as(ana).news.read({ id: last?.id ?? '', kind: 'comment' });
    expect((await listNews(ana)).map(({ isRead }) => isRead)).toEqual([true, false]);
    await as(luis).news.readAll();
    expect(await as(ana).news.unread()).toBe(1);
    await as(ana).news.readAll();
    expect([await as(ana).news.unread(), (await listNews(ana))[0]?.isRead]).toEqual([0, true]);
  });

  it('drops news older than ninety days, at once on the screen, and in storage by the hourly job', async () => {
    await say(luis);
    await age(ana, `${retention.news.days} days`);
    expect([await listNews(ana), await as(ana).news.unread()]).toEqual([[], 0]);
    await say(eva);
    await forgetNews(world.services);
    expect(await world.database.prisma.news.count({ where: { userId: ana.id } })).toBe(1);
  });

  it('answers with ten thousand unread news, of which it reads only the last hours', async () => {
    await world.database.prisma.$executeRaw`INSERT INTO news (id, user_id, kind, story_id, created_at)
      SELECT gen_random_uuid(), ${ana.id}::uuid, 'comment', ${story}::uuid, now() - n * interval '4 minutes'
      FROM generate_series(1, 10000) AS n`;
    const { items } = await as(ana).news.list({});
    expect(items).toHaveLength(limits.page.defaultSize);
    const hours = Math.floor(limits.news.maxCounted / 15);
    expect(await as(ana).news.unread()).toBeGreaterThanOrEqual(hours);
    expect(await as(ana).news.unread()).toBeLessThanOrEqual(hours + 2);
    await as(ana).news.readAll();
    expect(await as(ana).news.unread()).toBe(0);
  });
});
