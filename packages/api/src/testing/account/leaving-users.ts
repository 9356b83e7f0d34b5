import { randomUUID } from 'node:crypto';
import { commentId, storyId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { beforeEach, expect } from 'vitest';
import type { Viewer } from '../../rpc/context.ts';
import { startSession, useUser } from '../users.ts';
import { useTestWorld, type Caller } from '../world.ts';

interface LeavingUser {
  readonly viewer: Viewer;
  readonly token: string;
  readonly caller: Caller;
  /** Deletes the account. */
  readonly leave: () => Promise<unknown>;
}

/** Creates a world with two users who may delete their accounts and a public story of the second one, new in each test. */
export function useLeavingUsers() {
  const world = useTestWorld();
  const administrator = useUser(world, 'administra', 'administrator');
  // They get their properties before each test.
  const [ana, beto] = [{} as LeavingUser, {} as LeavingUser];
  const told = {} as { story: StoryId };
  beforeEach(async () => {
    // Drops the jobs that other tests left in the queue.
    world.queued.splice(0);
    Object.assign(ana, await signedIn());
    Object.assign(beto, await signedIn());
    told.story = await tell(beto.viewer);
  });

  /** Creates a user who has just signed in and so needs no password. */
  async function signedIn(role: Viewer['role'] = 'user'): Promise<LeavingUser> {
    const viewer = await world.addUser(`u_${randomUUID().slice(0, 10)}`, role);
    const token = await startSession(world.database, viewer);
    const caller = world.callAs(viewer, token);
    return { viewer, token, caller, leave: () => caller.account.delete({ confirmation: 'ELIMINAR' }) };
  }

  async function tell({ id }: Viewer): Promise<StoryId> {
    const { prisma } = world.database;
    await prisma.profile.update({ where: { id }, data: { postsCount: { increment: 1 } } });
    return storyId.parse(await createStory(prisma, { userId: id }));
  }

  const comment = (caller: Caller, content = 'Qué bonito', about = told.story) =>
    caller.comments.create({ id: commentId.parse(randomUUID()), storyId: about, content });

  /** Throws unless every counter of the database equals the number of its rows. */
  const expectRightCounters = async (): Promise<void> =>
    expect(await world.callAs(administrator).admin.verifyCounters()).toEqual({ total: 0, differences: [] });

  const isThere = async (id: string) => (await world.database.prisma.user.count({ where: { id } })) > 0;

  return { world, administrator, ana, beto, told, signedIn, tell, comment, expectRightCounters, isThere };
}
