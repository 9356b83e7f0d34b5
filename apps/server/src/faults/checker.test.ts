import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDrillWorld, type DrillWorld } from '../testing/drills/world.ts';

// A drill is only as good as its checker. Here rows are lost, doubled and changed on purpose.

let world: DrillWorld;
let storyId: string;
beforeAll(async () => {
  world = await createDrillWorld();
  const server = await world.start();
  await server.ready();
  const { client } = world;
  const [ana, luis] = [world.userAt(0), world.userAt(1)];
  storyId = await client.save(ana);
  await client.save(ana);
  await client.comment(luis, storyId);
  await client.vote(luis, storyId, 'up');
  await client.follow(luis, ana.id, true);
});
afterAll(() => world.close());

/** Makes a change that the server does not know, runs the checker, and takes the change back. */
async function checkAfter(change: () => Promise<() => Promise<unknown>>) {
  const restore = await change();
  const { lost, doubled, problems } = await world.check();
  await restore();
  return { lost, doubled, problems };
}

it('the checker of drills reports nothing when all is well', async () => {
  expect(await world.check()).toEqual({ acknowledged: 7, lost: 0, doubled: 0, problems: [] });
});

it('the checker of drills finds a vote and a follow that are lost', async () => {
  const { prisma } = world.database;
  const found = await checkAfter(async () => {
    const vote = await prisma.vote.findFirstOrThrow();
    const follow = await prisma.follow.findFirstOrThrow();
    await prisma.vote.deleteMany();
    await prisma.follow.deleteMany();
    return () =>
      prisma.$transaction([prisma.vote.create({ data: vote }), prisma.follow.create({ data: follow })]);
  });
  expect(found).toEqual({ lost: 2, doubled: 0, problems: ['4 wrong counters'] });
});

it('the checker of drills finds a comment that is there twice, and that it is counted once', async () => {
  const { prisma } = world.database;
  const found = await checkAfter(async () => {
    const comment = await prisma.comment.findFirstOrThrow();
    const id = crypto.randomUUID();
    await prisma.comment.create({ data: { ...comment, id } });
    return () => prisma.comment.delete({ where: { id } });
  });
  expect(found).toEqual({ lost: 0, doubled: 1, problems: ['1 wrong counters'] });
});

it('the checker of drills finds one changed byte of a recording', async () => {
  const { originalKey } = await world.database.prisma.recording.findFirstOrThrow({
    where: { story: { id: storyId } },
  });
  const path = join(world.dataDir, 'audio', originalKey ?? '');
  const found = await checkAfter(async () => {
    const bytes = await readFile(path);
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(1_000) ^ 1, 1_000);
    await writeFile(path, changed);
    return () => writeFile(path, bytes);
  });
  expect(found).toEqual({ lost: 1, doubled: 0, problems: ['original changed'] });
});

it('the checker of drills finds a skewed counter', async () => {
  const { prisma } = world.database;
  const found = await checkAfter(async () => {
    await prisma.story.update({ where: { id: storyId }, data: { commentsCount: { increment: 1 } } });
    return () => prisma.story.update({ where: { id: storyId }, data: { commentsCount: { decrement: 1 } } });
  });
  expect(found).toEqual({ lost: 0, doubled: 0, problems: ['1 wrong counters'] });
});

it('the checker of drills finds a story that is lost with its recording', async () => {
  const found = await checkAfter(async () => {
    await world.database.prisma.recording.deleteMany({ where: { story: { id: storyId } } });
    return async () => {};
  });
  // The story, its upload, and the comment and the vote on it.
  expect(found.lost).toBe(4);
});
