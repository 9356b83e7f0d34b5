import { limits, retention, storyId, userId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { describe, expect, it } from 'vitest';
import { useToldStory } from '../testing/news/told-story.ts';
import { readPages } from '../testing/read-pages.ts';
import { forgetNews } from './jobs.ts';

const { world, ana, luis, eva, told, as, say, listNews, countNews, age, settle } = useToldStory();

describe('the list', () => {
  it('is paged by groups without losing or repeating any, also within an hour', async () => {
    const more = [told.story];
    for (let count = 0; count < 4; count += 1)
      more.push(storyId.parse(await createStory(world.database.prisma, { userId: ana.id })));
    for (const viewer of [luis, eva]) for (const about of more) await say(viewer, undefined, about);
    await as(luis).follows.follow({ userId: userId.parse(ana.id) });
    await settle(ana);
    const whole = await listNews(ana);
    expect(whole).toHaveLength(6);
    const pages = await readPages((cursor) => as(ana).news.list({ limit: 2, cursor }));
    expect(pages.flat()).toEqual(whole);
  });

  it('marks the shown news as read, but no later ones and none of other users', async () => {
    await say(luis);
    await settle(ana);
    const [shown] = await listNews(ana);
    await say(eva);
    await settle(ana);
    await as(luis).news.read({ id: shown?.id ?? '', kind: 'comment' });
    expect(await countNews(ana, null)).toBe(2);
    await as(ana).news.read({ id: shown?.id ?? '', kind: 'comment' });
    expect(await countNews(ana, null)).toBe(1);
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
    expect(await countNews(ana)).toBe(1);
  });

  it('answers with ten thousand unread news, of which it reads only the last hours', async () => {
    await world.database.prisma.$executeRaw`INSERT INTO news (id, user_id, kind, story_id, created_at)
      SELECT gen_random_uuid(), ${ana.id}::uuid, 'comment', ${told.story}::uuid, now() - n * interval '4 minutes'
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
