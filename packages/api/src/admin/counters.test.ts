import { randomUUID } from 'node:crypto';
import { commentId, storyId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { expect, it } from 'vitest';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');
const beto = useUser(world, 'beto');
const administrator = useUser(world, 'jefa', 'administrator');

async function tell() {
  const id = storyId.parse(await createStory(world.database.prisma, { userId: ana.id, published: false }));
  await world.callAs(ana).stories.publish({ id });
  return id;
}

it('the counter check finds every wrong counter, and the repair corrects and logs it', async () => {
  const { prisma } = world.database;
  const { admin } = world.callAs(administrator);
  const id = await tell();
  // A hidden story does not count.
  await world.callAs(administrator).stories.hide({ id: await tell(), reason: 'Publicidad' });
  await world.callAs(beto).stories.vote({ id, direction: 'up' });
  await world
    .callAs(beto)
    .comments.create({ id: commentId.parse(randomUUID()), storyId: id, content: 'Hola' });
  await world.callAs(beto).follows.follow({ userId: ana.id });
  expect(await admin.verifyCounters()).toEqual({ total: 0, differences: [] });

  await prisma.story.update({
    where: { id },
    data: { upvotes: 7, downvotes: 2, score: 5, commentsCount: 9 },
  });
  await prisma.profile.update({ where: { id: ana.id }, data: { postsCount: 4, followersCount: 3 } });
  await prisma.profile.update({ where: { id: beto.id }, data: { followingCount: 8 } });
  const expected = [
    { counter: 'comments', id, stored: 9, counted: 1 },
    { counter: 'downvotes', id, stored: 2, counted: 0 },
    { counter: 'followers', id: ana.id, stored: 3, counted: 1 },
    { counter: 'following', id: beto.id, stored: 8, counted: 1 },
    { counter: 'posts', id: ana.id, stored: 4, counted: 1 },
    { counter: 'score', id, stored: 5, counted: 1 },
    { counter: 'upvotes', id, stored: 7, counted: 1 },
  ];
  const found = await admin.verifyCounters();
  expect(found.total).toBe(7);
  expect(found.differences.toSorted((a, b) => a.counter.localeCompare(b.counter))).toEqual(expected);
  expect((await admin.repairCounters()).total).toBe(7);
  expect(await admin.verifyCounters()).toEqual({ total: 0, differences: [] });
  expect((await admin.log({ action: 'repair-counters' })).items).toHaveLength(2);
  expect((await admin.repairCounters()).total).toBe(0);
});

it('the counter repair loses no concurrent vote', async () => {
  const { prisma } = world.database;
  const { admin } = world.callAs(administrator);
  const id = await tell();
  await prisma.story.update({ where: { id }, data: { upvotes: 3, score: 3 } });
  const voters = await Promise.all(
    Array.from({ length: 6 }, (_, index) => world.addUser(`votante_${index}`)),
  );
  await Promise.all([
    ...voters.map((voter) => world.callAs(voter).stories.vote({ id, direction: 'up' })),
    admin.repairCounters(),
  ]);
  expect((await world.visitor.stories.byId({ id })).upvotes).toBe(6);
  expect(await admin.verifyCounters()).toEqual({ total: 0, differences: [] });
});
