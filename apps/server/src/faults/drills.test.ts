import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase } from '@relato/db/testing/database';
import { expect, it } from 'vitest';
import { killServer } from '../testing/drills/servers/killed-server.ts';
import { createOwnChanges } from '../testing/drills/servers/own-changes.ts';
import { inDrillWorld } from '../testing/drills/world/world.ts';

// The short form of `npm run test:faults`, which tries this and other faults many times.

it('REL-01: a server that is killed loses and doubles nothing that it has acknowledged', async () => {
  const { url, close } = await createTestDatabase();
  // Few users have changes under way at a single kill, after which the database goes on.
  const result = await killServer(1, { userCount: 5, postgres: { url, pid: 0, stop: close } });
  expect(result).toMatchObject({ lost: 0, doubled: 0, problems: [] });
  expect(result.acknowledged).toBeGreaterThan(0);
});

/** The drills themselves run only by hand, so their checker is tried with `npm test -- --long`. */
const isLong = process.env.RELATO_LONG === '1';

it.runIf(isLong)('the report of a drill names lost, doubled and changed rows and wrong counters', () =>
  inDrillWorld(async (world) => {
    await world.serve();
    const { client, database, dataDir } = world;
    const { prisma } = database;
    const [ana, luis] = [world.userAt(0), world.userAt(1)];
    const storyId = await client.save(ana);
    await client.comment(luis, storyId);
    await client.vote(luis, storyId, 'up');
    await client.follow(luis, ana.id, true);
    const changes = createOwnChanges(world);
    await changes.edit(ana, storyId, 'title');
    await changes.report(luis, storyId);
    await changes.changePassword(luis);
    const check = () => world.report({ fault: 'none', tries: 1 });
    expect(await check()).toMatchObject({ lost: 0, doubled: 0, problems: [] });

    const comment = await prisma.comment.findFirstOrThrow();
    await prisma.comment.create({ data: { ...comment, id: crypto.randomUUID() } });
    await prisma.vote.deleteMany();
    await prisma.story.update({ where: { id: storyId }, data: { title: 'Otro' } });
    await prisma.report.updateMany({ data: { reason: 'other' } });
    await prisma.user.update({ where: { id: luis.id }, data: { passwordHash: null } });
    const readRecording = () => prisma.recording.findFirstOrThrow({ where: { story: { id: storyId } } });
    // The test waits for the inspection, because a recording without a file could not lose one.
    await expect.poll(async () => (await readRecording()).state).toBe('ready');
    const { originalKey } = await readRecording();
    await rm(join(dataDir, 'audio', originalKey ?? ''));
    // The vote, the title, the reason of the report, the password and the recording.
    const found = await check();
    expect(found).toMatchObject({ lost: 5, doubled: 1 });
    expect(found.problems.toSorted()).toEqual(['3 wrong counters', 'original missing']);
  }),
);
