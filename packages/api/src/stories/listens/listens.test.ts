import { randomUUID } from 'node:crypto';
import { limits, storyId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Viewer } from '../../rpc/context.ts';
import { useUser } from '../../testing/users.ts';
import { useTestWorld } from '../../testing/world.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');
const durationMs = 10_000;
const tell = async (published = true): Promise<StoryId> =>
  storyId.parse(await createStory(world.database.prisma, { userId: author.id, durationMs, published }));

let ana: Viewer;
const mine = () => world.callAs(ana).stories;
const remember = (...stops: readonly (readonly [StoryId, number])[]) =>
  mine().rememberListens({ stories: stops.map(([id, positionMs]) => ({ id, positionMs })) });
const rowsOf = ({ id: userId }: Viewer) =>
  world.database.prisma.listen.findMany({ where: { userId }, orderBy: { listenedAt: 'asc' } });

beforeEach(async () => {
  ana = await world.addUser(`ana_${randomUUID().slice(0, 8)}`);
});

describe('the listening history of a user', () => {
  it('is not kept unless they allow it', async () => {
    expect(await mine().listens()).toEqual({ isKept: false, positions: [] });
    await remember([await tell(), 4_000]);
    expect(await rowsOf(ana)).toEqual([]);
  });

  it('holds the last position, for any of their devices and no other user', async () => {
    await mine().setListensKept({ isKept: true });
    const [one, other] = [await tell(), await tell()];
    await remember([one, 4_000], [other, 2_000]);
    await remember([one, 5_000], [one, 6_000]);
    expect(await mine().listens()).toEqual({
      isKept: true,
      positions: [
        { id: one, positionMs: 6_000, listenedAt: expect.any(Date) },
        { id: other, positionMs: 2_000, listenedAt: expect.any(Date) },
      ],
    });
    const eva = await world.addUser(`eva_${randomUUID().slice(0, 8)}`);
    await world.callAs(eva).stories.setListensKept({ isKept: true });
    expect(await world.callAs(eva).stories.listens()).toEqual({ isKept: true, positions: [] });
    await expectRefusal(world.visitor.stories.listens(), 'UNAUTHENTICATED');
    await expectRefusal(world.visitor.stories.rememberListens({ stories: [] }), 'UNAUTHENTICATED');
  });

  it('marks a story as finished near its end, and keeps that when it is played again', async () => {
    await mine().setListensKept({ isKept: true });
    const id = await tell();
    await remember([id, 9_400]);
    expect(await rowsOf(ana)).toMatchObject([{ finishedAt: null }]);
    // The sound may be longer than the stored duration.
    await remember([id, durationMs + 50]);
    const [{ finishedAt, positionMs } = { finishedAt: null, positionMs: 0 }] = await rowsOf(ana);
    expect([finishedAt, positionMs]).toEqual([expect.any(Date), durationMs]);
    await remember([id, 1_000]);
    expect(await rowsOf(ana)).toMatchObject([{ finishedAt, positionMs: 1_000 }]);
  });

  it('is deleted at once when they switch it off, and with their account', async () => {
    await mine().setListensKept({ isKept: true });
    await remember([await tell(), 4_000]);
    await mine().setListensKept({ isKept: false });
    expect(await rowsOf(ana)).toEqual([]);
    expect(await mine().listens()).toEqual({ isKept: false, positions: [] });
    await mine().setListensKept({ isKept: true });
    await remember([await tell(), 4_000]);
    await world.database.prisma.user.delete({ where: { id: ana.id } });
    expect(await rowsOf(ana)).toEqual([]);
  });

  it('does not keep a concurrent call of another tab when they switch it off', async () => {
    await mine().setListensKept({ isKept: true });
    const id = await tell();
    const calls: Promise<unknown>[] = [];
    await world.database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM users WHERE id = ${ana.id}::uuid FOR UPDATE`;
      calls.push(remember([id, 4_000]));
      await expect.poll(() => world.countBlocked()).toBe(1);
      calls.push(mine().setListensKept({ isKept: false }));
      await expect.poll(() => world.countBlocked()).toBe(2);
    });
    await Promise.all(calls);
    expect(await rowsOf(ana)).toEqual([]);
  });

  it('covers public stories, while they are public', async () => {
    await mine().setListensKept({ isKept: true });
    const [shown, hidden] = [await tell(), await tell(false)];
    await remember([shown, 4_000], [hidden, 4_000], [storyId.parse(randomUUID()), 4_000]);
    expect((await rowsOf(ana)).map((row) => row.storyId)).toEqual([shown]);
    await world.database.prisma.story.update({ where: { id: shown }, data: { published: false } });
    expect((await mine().listens()).positions).toEqual([]);
  });

  it('is limited, and drops the oldest first', async () => {
    const { maxCount } = limits.listens;
    Reflect.set(limits.listens, 'maxCount', 2);
    onTestFinished(() => void Reflect.set(limits.listens, 'maxCount', maxCount));
    await mine().setListensKept({ isKept: true });
    const [one, two, three] = [await tell(), await tell(), await tell()];
    for (const id of [one, two, one, three]) {
      // Two calls may fall into one millisecond, which would leave their order open.
      await world.database.prisma
        .$executeRaw`UPDATE listens SET listened_at = listened_at - interval '1 second' WHERE user_id = ${ana.id}::uuid`;
      await remember([id, 4_000]);
    }
    expect((await rowsOf(ana)).map((row) => row.storyId)).toEqual([one, three]);
  });
});
