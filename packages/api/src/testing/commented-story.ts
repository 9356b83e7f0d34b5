import { randomUUID } from 'node:crypto';
import { commentId, storyId, type Comment, type CommentId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { beforeEach } from 'vitest';
import { useUser } from './users.ts';
import { useTestWorld, type Caller } from './world.ts';

export const newId = (): CommentId => commentId.parse(randomUUID());

/** Creates a world with a teller, two other users, and a public story of the teller that is new in each test. */
export function useCommentedStory() {
  const world = useTestWorld();
  const teller = useUser(world, 'teller');
  const ana = useUser(world, 'ana');
  const beto = useUser(world, 'beto');
  const told = {} as { story: StoryId }; // gets its property before any test runs
  beforeEach(async () => {
    told.story = await tell();
  });

  async function tell(): Promise<StoryId> {
    const { prisma } = world.database;
    const id = await createStory(prisma, { userId: teller.id });
    await prisma.profile.update({ where: { id: teller.id }, data: { postsCount: { increment: 1 } } });
    return storyId.parse(id);
  }

  const say = (caller: Caller, content: string, more: { authorName?: string; id?: CommentId } = {}) =>
    caller.comments.create({ id: newId(), storyId: told.story, content, ...more });

  const list = async (caller: Caller = world.visitor): Promise<readonly Comment[]> =>
    (await caller.comments.list({ storyId: told.story })).items;

  /** Returns the counter and the number of rows. */
  async function counts() {
    const row = await world.database.prisma.story.findUniqueOrThrow({
      where: { id: told.story },
      select: { commentsCount: true, _count: { select: { comments: true } } },
    });
    return [row.commentsCount, row._count.comments];
  }

  const unpublish = () => world.callAs(teller).stories.unpublish({ id: told.story });

  return { world, teller, ana, beto, told, tell, say, list, counts, unpublish };
}
