import { randomUUID } from 'node:crypto';
import { commentId, limits, userId } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useToldStory } from '../testing/news/told-story.ts';
import { toHeard } from '../testing/transcriptions.ts';
import { storeTranscription } from '../transcription/result-mutations.ts';

const { world, ana, luis, eva, told, as, say, listNews, countNews, age, settle } = useToldStory();

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
      story: { id: told.story, title: 'El tren' },
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
    const comment = { id: commentId.parse(randomUUID()), storyId: told.story, content: 'Dos veces' };
    await as(luis).comments.create(comment);
    await as(luis).comments.create(comment);
    expect(await countNews(ana)).toBe(1);
  });

  it('are no longer news once they are deleted, and neither are actions of a deleted account', async () => {
    const { id } = await say(luis);
    await as(luis).comments.delete({ id });
    expect([await listNews(ana), await as(ana).news.unread()]).toEqual([[], 0]);
    await as(eva).follows.follow({ userId: userId.parse(ana.id) });
    await world.database.prisma.user.delete({ where: { id: eva.id } });
    expect(await listNews(ana)).toEqual([]);
  });

  it('are stored up to a hundred rows an hour until they are read', async () => {
    await world.database.prisma
      .$executeRaw`SELECT tell_user(${ana.id}::uuid, 'comment', NULL, ${told.story}::uuid, NULL, NULL)
      FROM generate_series(1, ${limits.news.maxOfGroup + 20})`;
    const [item] = await listNews(ana);
    expect(item?.others).toBe(limits.news.maxOfGroup - 1);
    await as(ana).news.readAll();
    await say(luis);
    expect(await as(ana).news.unread()).toBe(1);
  });

  it('are news despite an unread flood by a user who is blocked by now', async () => {
    await world.database.prisma
      .$executeRaw`SELECT tell_user(${ana.id}::uuid, 'comment', ${luis.id}::uuid, ${told.story}::uuid, NULL, NULL)
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

const vote = (viewer: Viewer, direction: 'up' | 'down' | null) =>
  as(viewer).stories.vote({ id: told.story, direction });
describe('votes', () => {
  it('are news at 1, 10 and 100, once each, however often a vote is withdrawn', async () => {
    const last = async () => (await listNews(ana))[0]?.votes;
    await vote(luis, 'up');
    await vote(luis, null);
    await vote(luis, 'up');
    expect(await countNews(ana)).toBe(1);
    expect(await last()).toBe(1);
    await world.database.prisma.story.update({ where: { id: told.story }, data: { upvotes: 8, score: 8 } });
    await vote(eva, 'up');
    expect(await last()).toBe(1);
    await vote(ana, 'up');
    expect(await last()).toBe(1);
    await vote(luis, null);
    await vote(luis, 'up');
    expect(await last()).toBe(10);
    await vote(luis, 'down');
    await vote(luis, 'up');
    expect(await countNews(ana)).toBe(2);
  });

  it('against a story, and those from before the bell existed, are no news', async () => {
    await vote(luis, 'down');
    await world.database.prisma
      .$executeRaw`UPDATE stories SET told_votes = NULL, upvotes = 50, score = 49 WHERE id = ${told.story}::uuid`;
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
  expect(await countNews(ana)).toBe(2);
});

it('the first transcript of a story is news, unlike an empty or a replacing one', async () => {
  const { recordingId } = await world.database.prisma.story.findUniqueOrThrow({ where: { id: told.story } });
  await world.database.prisma.transcript.upsert({
    where: { recordingId },
    create: { recordingId, status: 'processing', provider: 'assemblyai' },
    update: {},
  });
  const hear = (text: string) => storeTranscription(world.services, { recordingId, run: 0 }, toHeard(text));
  await hear('');
  expect(await listNews(ana)).toEqual([]);
  await hear('Había una vez');
  expect(await listNews(ana)).toMatchObject([{ kind: 'transcript', actor: null, story: { id: told.story } }]);
  await as(ana).news.readAll();
  await hear('Otra vez');
  await as(ana).stories.update({ id: told.story, transcript: 'Lo que yo digo' });
  await hear('Y otra');
  expect(await as(ana).news.unread()).toBe(0);
});
