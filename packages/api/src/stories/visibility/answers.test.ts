import type { StoryId, StoryVisibility } from '@relato/contract';
import { createQuestion, createReport } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../rpc/context.ts';
import { useUser } from '../../testing/users.ts';
import { useTestWorld } from '../../testing/world.ts';
import { createStoryAudioFinder } from '../audio-queries.ts';

const world = useTestWorld();
const beto = useUser(world, 'beto');
const eva = useUser(world, 'eva');
const ana = useUser(world, 'ana', 'moderator');
const moderator = useUser(world, 'mod', 'moderator');

const as = (viewer: Viewer | null) => world.callAs(viewer);
/** A time limit for a busy machine. */
const patience = { timeout: 20_000 };

/** Creates beto's answer to a question of ana. */
async function answer(visibility: StoryVisibility = 'shared'): Promise<StoryId> {
  const token = await createQuestion(world.database.prisma, { userId: ana.id });
  const recordingId = await world.record(beto);
  const story = { recordingId, title: 'En el baile', answers: { token, visibility } };
  return (await as(beto).stories.create(story)).id;
}

const countLooks = (targetId: StoryId) => world.database.prisma.moderationLog.count({ where: { targetId } });

describe('a story for one user', () => {
  it('can be reported by them alone while they may hear it, and is visible to the moderator of the case', async () => {
    const id = await answer();
    for (const viewer of [null, eva, moderator])
      await expectRefusal(as(viewer).reports.create({ storyId: id, reason: 'spam' }), 'STORY_NOT_FOUND');
    await as(ana).reports.create({ storyId: id, reason: 'spam' });
    expect(await world.database.prisma.report.findMany({ where: { storyId: id } })).toMatchObject([
      { reporterUserId: ana.id, title: 'En el baile' },
    ]);
    await as(moderator).reports.next();
    expect(await as(moderator).stories.byId({ id })).toMatchObject({ title: 'En el baile' });
    const other = await answer('private');
    await expectRefusal(as(ana).reports.create({ storyId: other, reason: 'spam' }), 'STORY_NOT_FOUND');
  });

  it("counts as a moderator's access once it is hidden, if it is shared with a moderator", async () => {
    const id = await answer();
    await as(ana).stories.byId({ id });
    expect(await countLooks(id)).toBe(0);
    const { prisma } = world.database;
    await prisma.story.update({ where: { id }, data: { hiddenAt: new Date(), title: 'Otro' } });
    await expectRefusal(as(ana).stories.byId({ id }), 'STORY_NOT_FOUND');
    const report = { storyId: id, reporterUserId: eva.id, title: 'Lo reportado' };
    const inHand = { moderatorId: ana.id, assignedToId: ana.id, reviewingAt: new Date() };
    await createReport(prisma, { ...report, ...inHand, status: 'reviewing' });
    expect(await as(ana).stories.byId({ id })).toMatchObject({ title: 'Lo reportado' });
    await createStoryAudioFinder(world.services)(ana, id);
    expect(await countLooks(id)).toBe(2);
  });

  it('tells its author that others do not hear it while it is hidden, whatever is chosen', async () => {
    const id = await answer('private');
    const set = async () => {
      const { share, publish, unpublish } = as(beto).stories;
      return [await share({ id }), await publish({ id }), await unpublish({ id })];
    };
    const seen = { isWaiting: false };
    expect(await set()).toEqual([seen, seen, seen]);
    await world.database.prisma.story.update({ where: { id }, data: { hiddenAt: new Date() } });
    const unseen = { isWaiting: false, isHidden: true };
    expect(await set()).toEqual([unseen, unseen, unseen]);
  });

  it('may be shared while it is concurrently published', async () => {
    const id = await answer('private');
    const working: Promise<unknown>[] = [];
    await world.database.prisma.$transaction(async (tx) => {
      await tx.story.update({ where: { id }, data: { published: true, publishedAt: new Date() } });
      await tx.profile.update({ where: { id: beto.id }, data: { postsCount: { increment: 1 } } });
      working.push(as(beto).stories.share({ id }));
      await expect.poll(() => world.countBlocked(), patience).toBe(1);
    }, patience);
    await Promise.all(working);
    expect(await as(beto).stories.byId({ id })).toMatchObject({ published: false, isShared: true });
    expect(await as(null).stories.count({ userId: beto.id })).toBe(0);
  });

  it('can be shared with a suspended asker, because the app offers that', async () => {
    const id = await answer('private');
    const suspend = (suspendedAt: Date | null) =>
      world.database.prisma.user.update({ where: { id: ana.id }, data: { suspendedAt } });
    await suspend(new Date());
    expect((await as(beto).stories.byId({ id })).question).toBeDefined();
    await as(beto).stories.share({ id });
    await suspend(null);
    expect(await as(ana).stories.byId({ id })).toMatchObject({ isShared: true });
  });

  it('is news once for an asker who follows its author, also when it is published', async () => {
    await as(ana).follows.follow({ userId: beto.id });
    await as(ana).follows.setTold({ userId: beto.id, told: true });
    await as(ana).news.readAll();
    const id = await answer('published');
    const { items } = await as(ana).news.list({});
    expect(items.flatMap((item) => ('story' in item && item.story?.id === id ? [item.kind] : []))).toEqual([
      'answer',
    ]);
    expect(await as(ana).news.unread()).toBe(1);
  });
});
