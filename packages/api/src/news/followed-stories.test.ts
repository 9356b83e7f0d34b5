import { limits, userId } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { useToldStory } from '../testing/news/told-story.ts';

const { world, ana, eva, as, listNews, countNews } = useToldStory();

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
    const items = await listNews(eva);
    expect(items.map((item) => [item.kind, item.actor?.username, item.story?.title, item.isRead])).toEqual([
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
    expect(await countNews(eva)).toBe(0);
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
