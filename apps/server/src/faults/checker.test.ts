import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashToken } from '@relato/auth';
import { createStory } from '@relato/db/testing/factories';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Acknowledged } from '../testing/drills/world/acknowledged.ts';
import { createOwnChanges } from '../testing/drills/world/own-changes.ts';
import { createDrillWorld, type DrillWorld } from '../testing/drills/world/world.ts';

// A drill is only as good as its checker. Here rows are lost, doubled and changed on purpose.

let world: DrillWorld;
let storyId: string;
let deletedId: string;
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
  const changes = createOwnChanges(world);
  deletedId = await client.save(ana);
  await changes.remove(ana, deletedId);
  for (const field of ['title', 'transcript', 'tags'] as const) await changes.edit(ana, storyId, field);
  await changes.report(luis, storyId);
  await changes.changePassword(luis);
  await changes.changeEmail(luis);
  await changes.endSession(luis);
});
afterAll(() => world.close());

const isEnding = (done: Acknowledged): done is Acknowledged & { readonly kind: 'ended session' } =>
  done.kind === 'ended session';

/** Makes a change that the server does not know, runs the checker, and takes the change back. */
async function checkAfter(change: () => Promise<() => Promise<unknown>>) {
  const restore = await change();
  const { lost, doubled, problems } = await world.check();
  await restore();
  return { lost, doubled, problems };
}

it('the checker of drills reports nothing when all is well', async () => {
  expect(await world.check()).toEqual({ acknowledged: 20, lost: 0, doubled: 0, problems: [] });
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

// The administrator may recount ten times an hour, so each check finds several.
it('the checker of drills finds a lost publication, edits of title, text and tags, and a lost report', async () => {
  const { prisma } = world.database;
  const found = await checkAfter(async () => {
    const { published, title, transcript, tags } = await prisma.story.findUniqueOrThrow({
      where: { id: storyId },
    });
    const report = await prisma.report.findFirstOrThrow();
    const change = (story: object, reporterUserId: string | null) =>
      prisma.$transaction([
        prisma.story.update({ where: { id: storyId }, data: story }),
        prisma.report.update({ where: { id: report.id }, data: { reporterUserId } }),
      ]);
    await change({ published: false, title: 'Otro', transcript: 'Otro', tags: ['otro'] }, null);
    return () => change({ published, title, transcript, tags }, report.reporterUserId);
  });
  expect(found).toEqual({ lost: 5, doubled: 0, problems: ['1 wrong counters'] });
});

it('the checker of drills finds a deleted story that is back, and a report with the reason of before', async () => {
  const { prisma } = world.database;
  const found = await checkAfter(async () => {
    const id = await createStory(prisma, {
      userId: world.userAt(0).id,
      published: false,
      publishedAt: null,
    });
    await prisma.story.update({ where: { id }, data: { id: deletedId } });
    const { id: reportId, reason } = await prisma.report.findFirstOrThrow();
    await prisma.report.update({ where: { id: reportId }, data: { reason: 'other' } });
    return async () => {
      await prisma.recording.deleteMany({ where: { story: { id: deletedId } } });
      await prisma.report.update({ where: { id: reportId }, data: { reason } });
    };
  });
  // What came back has no files.
  expect(found).toEqual({ lost: 2, doubled: 0, problems: ['original missing', 'copy missing'] });
});

it('the checker of drills finds the password and the address of before, and a session that was ended', async () => {
  const { prisma } = world.database;
  const { id } = world.userAt(1);
  const ended = world.client.history.find(isEnding);
  const sessionId = hashToken(ended?.user.token ?? '');
  const found = await checkAfter(async () => {
    const { passwordHash, email } = await prisma.user.findUniqueOrThrow({ where: { id } });
    await prisma.user.update({ where: { id }, data: { passwordHash: null, email: 'antes@example.org' } });
    const expiresAt = new Date(Date.now() + 86_400_000);
    await prisma.session.create({ data: { id: sessionId, userId: id, expiresAt } });
    return () =>
      prisma.$transaction([
        prisma.user.update({ where: { id }, data: { passwordHash, email } }),
        prisma.session.delete({ where: { id: sessionId } }),
      ]);
  });
  expect(found).toEqual({ lost: 3, doubled: 0, problems: [] });
});

it('the checker of drills finds an MP3 whose file is gone', async () => {
  const { prisma } = world.database;
  const read = () => prisma.storyMp3.findUniqueOrThrow({ where: { storyId } });
  await expect.poll(async () => (await read()).bytes).not.toBeNull();
  const { key } = await read();
  const path = join(world.dataDir, 'audio', key);
  const found = await checkAfter(async () => {
    const bytes = await readFile(path);
    await rm(path);
    return () => writeFile(path, bytes);
  });
  expect(found).toEqual({ lost: 0, doubled: 0, problems: ['mp3 missing'] });
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
  // The story, its upload, its publication, its edits, and the comment, the vote and the report on it.
  expect(found.lost).toBe(9);
});
