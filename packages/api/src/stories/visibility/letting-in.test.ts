import { storyId, userId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { happenedTo, useModerationWorld } from '../../testing/moderation-world.ts';

const { world, cast, as, read, takeBack } = useModerationWorld();

beforeEach(async () => {
  world.queued.splice(0);
  await world.database.prisma.report.deleteMany();
  await as(cast.administrator).settings.set({ flags: { reviewFirstStory: true } });
});
afterAll(() => world.database.prisma.setting.deleteMany());

async function tellWaiting(sharedWithId: string | null = null): Promise<StoryId> {
  const data = { userId: cast.author.id, published: false, publishedAt: null, sharedWithId };
  const id = storyId.parse(await createStory(world.database.prisma, data));
  if (sharedWithId !== null) {
    await as(cast.ana).reports.create({ storyId: id, reason: 'spam' });
    await as(cast.moderator).reports.review({ storyId: id });
  }
  expect(await publish(id)).toEqual({ isWaiting: true });
  return id;
}
const publish = (id: StoryId) => as(cast.author).stories.publish({ id });
const isPublic = (id: StoryId) =>
  world.visitor.stories.byIds({ ids: [id] }).then((stories) => stories.length === 1);
const reportsOf = (id: StoryId) =>
  world.database.prisma.report.findMany({
    where: { storyId: id },
    select: { status: true, moderatorId: true },
  });
const review = (id: StoryId, moderator = cast.moderator) => as(moderator).reports.review({ storyId: id });
const resolve = (id: StoryId, story: 'keep' | 'hide' = 'keep', moderator = cast.moderator) =>
  as(moderator).reports.resolve({
    storyId: id,
    story,
    note: 'La oí',
    rule: story === 'hide' ? 'respect' : null,
  });
const dismiss = (id: StoryId, moderator = cast.moderator) =>
  as(moderator).reports.dismiss({ storyId: id, note: 'Nada' });
const caseOf = async (id: StoryId, moderator = cast.moderator) =>
  (await as(moderator).reports.queue({})).items.find(({ story }) => story.id === id);

it('cannot be approved or seen by a moderator who began with an earlier report', async () => {
  const id = await tellWaiting(cast.ana.id);
  await expectRefusal(read(cast.moderator, id), 'STORY_NOT_FOUND');
  for (const decide of [resolve, dismiss]) {
    await expectRefusal(decide(id), 'CONFLICT');
    expect(await isPublic(id)).toBe(false);
  }
  await review(id);
  await read(cast.moderator, id);
  // Its reviewer publishes it only by name.
  await expectRefusal(dismiss(id), 'CONFLICT');
  expect(await isPublic(id)).toBe(false);
  await resolve(id);
  expect(await isPublic(id)).toBe(true);
});

it('can be approved only by its reviewer, in its current version', async () => {
  const id = await tellWaiting();
  await as(cast.moderator).reports.next();
  for (const decide of [() => resolve(id, 'keep', cast.colleague), () => dismiss(id, cast.colleague)])
    expect(await happenedTo(decide())).toMatchObject({ action: 'assign-reports', by: 'moderadora' });
  await takeBack(id);
  await as(cast.author).stories.update({ id, title: 'Otra' });
  await publish(id);
  await expectRefusal(resolve(id), 'CONFLICT');
  await review(id, cast.colleague);
  for (const decide of [resolve, dismiss]) await expectRefusal(decide(id), 'CONFLICT');
  expect(await isPublic(id)).toBe(false);
});

it('approves the others of its author too, except one that another moderator reviews', async () => {
  const [id, pending, elsewhere] = [await tellWaiting(), await tellWaiting(), await tellWaiting()];
  await review(id);
  await review(elsewhere, cast.colleague);
  expect((await caseOf(id))?.viewer).toMatchObject({ seesWaiting: true, letsInMore: 1 });
  await resolve(id);
  expect([await isPublic(id), await isPublic(pending), await isPublic(elsewhere)]).toEqual([
    true,
    true,
    false,
  ]);
  const decided = [{ status: 'resolved', moderatorId: cast.moderator.id }];
  expect([await reportsOf(id), await reportsOf(pending)]).toEqual([decided, decided]);
  const { items } = await as(cast.author).news.list({});
  expect(items.map((item) => [item.kind, 'story' in item && item.story?.id])).toEqual(
    expect.arrayContaining([
      ['let_in', id],
      ['let_in', pending],
    ]),
  );
  expect(items).toHaveLength(2);
  await resolve(elsewhere, 'hide', cast.colleague);
  expect(await isPublic(elsewhere)).toBe(false);
  expect(await reportsOf(elsewhere)).toEqual([{ status: 'resolved', moderatorId: cast.colleague.id }]);
});

it('stays news when its author deletes an own reply to it', async () => {
  const id = await tellWaiting();
  await review(id);
  await resolve(id);
  const unread = () => as(cast.author).news.unread();
  expect(await unread()).toBe(1);
  const origin = { id, kind: 'reply', visibility: 'shared', voicesAgreed: true } as const;
  const recordingId = await world.record(cast.author);
  const reply = await as(cast.author).stories.create({ recordingId, title: 'Y sigue', origin });
  await as(cast.author).stories.delete({ id: reply.id });
  expect(await unread()).toBe(1);
});

it('does not come before reports by users, however many one account creates', async () => {
  for (let count = 0; count < 3; count += 1) await tellWaiting();
  const reported = storyId.parse(await createStory(world.database.prisma, { userId: cast.author.id }));
  await as(cast.ana).reports.create({ storyId: reported, reason: 'spam' });
  expect(await as(cast.moderator).reports.next()).toBe(reported);
});

it('counts as new when the suspension of its author ends', async () => {
  const id = await tellWaiting();
  const author = userId.parse(cast.author.id);
  await as(cast.ana).follows.follow({ userId: author });
  await as(cast.ana).follows.setTold({ userId: author, told: true });
  await review(id);
  await as(cast.moderator).users.suspend({ userId: author, reason: 'Spam', rule: 'spam' });
  await resolve(id);
  await world.database.prisma.story.update({ where: { id }, data: { publishedAt: new Date(0) } });
  expect(await as(cast.ana).news.unread()).toBe(0);
  await as(cast.administrator).users.restore({ userId: author, reason: 'Un error' });
  expect(await isPublic(id)).toBe(true);
  expect(await as(cast.ana).news.unread()).toBe(1);
  const pushes = world.queued.filter(({ name }) => name === 'send-push');
  expect(pushes).toMatchObject([{ data: { kind: 'followers', storyId: id } }]);
  const { publishedAt, waitingSince } = await world.database.prisma.story.findUniqueOrThrow({
    where: { id },
  });
  expect([(publishedAt?.getTime() ?? 0) > 0, waitingSince]).toEqual([true, null]);
});
