import { randomUUID } from 'node:crypto';
import { AlreadyDecidedError, storyId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { TRPCError } from '@trpc/server';
import { beforeEach } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { createStoryAudioFinder } from '../stories/audio-queries.ts';
import { useUser } from './users.ts';
import { useTestWorld } from './world.ts';

/** Creates a world with two moderators, an administrator, and an author and a reader who are new in each test. */
export function useModerationWorld() {
  const world = useTestWorld();
  const cast = {
    moderator: useUser(world, 'moderadora', 'moderator'),
    colleague: useUser(world, 'colega', 'moderator'),
    administrator: useUser(world, 'jefa', 'administrator'),
    // They get their properties before each test.
    author: {} as Viewer,
    ana: {} as Viewer,
  };
  beforeEach(async () => {
    Object.assign(cast.author, await world.addUser(`autora_${randomUUID().slice(0, 8)}`));
    Object.assign(cast.ana, await world.addUser(`ana_${randomUUID().slice(0, 8)}`));
  });
  const as = (viewer: Viewer) => world.callAs(viewer);

  /** Creates a story of the author, published by them unless `published` is false. */
  async function tell(published = true): Promise<StoryId> {
    const data = { userId: cast.author.id, published: false };
    const id = storyId.parse(await createStory(world.database.prisma, data));
    if (published) await as(cast.author).stories.publish({ id });
    return id;
  }

  const read = (viewer: Viewer, id: StoryId) => as(viewer).stories.byId({ id });
  const hear = (viewer: Viewer, id: StoryId) => createStoryAudioFinder(world.services)(viewer, id);
  const takeBack = (id: StoryId) => as(cast.author).stories.unpublish({ id });
  const suspend = (viewer: Viewer, { id }: Viewer) =>
    as(viewer).users.suspend({ userId: id, reason: 'Acoso' });
  const restore = (viewer: Viewer, { id }: Viewer) =>
    as(viewer).users.restore({ userId: id, reason: 'Error' });
  const report = (viewer: Viewer | null, id: StoryId, reason: 'spam' | 'harassment' = 'spam') =>
    world.callAs(viewer).reports.create({ storyId: id, reason });

  /** Returns the case of a story in the queue of a moderator. */
  const caseOf = async (id: StoryId, viewer = cast.moderator) =>
    (await as(viewer).reports.queue({ limit: 50 })).items.find(({ story }) => story.id === id);

  /** Makes the queue, which holds no other case, assign this one to a moderator. */
  async function assign(viewer: Viewer, storyId: StoryId): Promise<void> {
    await world.database.prisma.report.updateMany({
      where: { storyId: { not: storyId }, status: { in: ['pending', 'reviewing'] } },
      data: { status: 'dismissed', decidedAt: new Date() },
    });
    const assigned = await as(viewer).reports.next();
    if (assigned !== storyId) throw new Error(`The queue gave ${assigned}`);
  }

  /** Returns action, actor and reason of the log entries about a target, newest first. */
  const logOf = async (targetId: string) =>
    (await as(cast.moderator).admin.log({ targetId })).items.map(({ action, actor, reason }) => [
      action,
      actor?.username,
      reason,
    ]);

  return { world, cast, as, tell, read, hear, takeBack, suspend, restore, report, caseOf, assign, logOf };
}

/** Resolves with null if the call succeeds, and with the last log entry if it is refused because of that. */
export async function happenedTo(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TRPCError) || !(error.cause instanceof AlreadyDecidedError)) return error;
  const { action, by, reason } = error.cause.happened ?? {};
  return { code: error.code, action, by, reason };
}
