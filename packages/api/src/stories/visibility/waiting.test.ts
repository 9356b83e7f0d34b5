import { retention, storyId, userId, type StoryId } from '@relato/contract';
import { createQuestion, createStory } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { listProcedures } from '../../testing/fuzz-calls.ts';
import { useModerationWorld } from '../../testing/moderation-world.ts';
import { readNotices } from '../../testing/read-notices.ts';
import { namesThings, procedureInputs } from '../../testing/procedure-inputs.ts';
import { callOn } from '../../testing/call-on.ts';
import { createThings } from '../../testing/things.ts';

const { world, cast, as, read, hear, takeBack, logOf } = useModerationWorld();
/** A time limit for a busy machine. */
const patience = { timeout: 20_000 };

const review = (reviewFirstStory: boolean) =>
  as(cast.administrator).settings.set({ flags: { reviewFirstStory } });
beforeEach(async () => {
  // Drops the jobs of stories that an earlier test has deleted.
  world.queued.splice(0);
  await world.database.prisma.report.deleteMany();
  await review(true);
});
afterAll(() => world.database.prisma.setting.deleteMany());

const publish = (id: StoryId, author = cast.author) => as(author).stories.publish({ id });
const tellPrivate = async (author = cast.author) =>
  storyId.parse(
    await createStory(world.database.prisma, {
      userId: author.id,
      published: false,
      publishedAt: null,
      title: 'La primera',
    }),
  );
async function tellWaiting(author = cast.author): Promise<StoryId> {
  const id = await tellPrivate(author);
  expect(await publish(id, author)).toEqual({ isWaiting: true });
  return id;
}
const postsOf = (author = cast.author) => as(cast.ana).stories.count({ userId: author.id });
const isPublic = (id: StoryId) =>
  world.visitor.stories.byIds({ ids: [id] }).then((stories) => stories.length === 1);
const openReports = (id: StoryId) =>
  world.database.prisma.report.count({ where: { storyId: id, status: { in: ['pending', 'reviewing'] } } });
const resolve = (id: StoryId, story: 'keep' | 'hide', moderator = cast.moderator) =>
  as(moderator).reports.resolve({
    storyId: id,
    story,
    note: 'Lo oí entero',
    rule: story === 'hide' ? 'respect' : null,
  });
const pushesOf = (id: StoryId) =>
  world.queued.filter(({ name, data }) => name === 'send-push' && 'storyId' in data && data.storyId === id)
    .length;

describe('the first story of an account, if the operator wants it reviewed', () => {
  it('is private to all but its author, until a moderator reviews it', async () => {
    const author = userId.parse(cast.author.id);
    const kept = await createThings(world.database, author, false);
    const waiting = await createThings(world.database, author, false);
    await world.database.prisma.story.updateMany({ where: { userId: author }, data: { publishedAt: null } });
    await as(cast.ana).follows.follow({ userId: author });
    await as(cast.ana).follows.setTold({ userId: author, told: true });
    await publish(waiting.story);
    // Moderators see it only through the queue.
    const procedures = listProcedures().filter(({ path }) => !path.startsWith('reports.'));
    for (const { path, type } of procedures) {
      if (
        type !== 'query' &&
        !JSON.stringify(procedureInputs[path].input?.(waiting) ?? null).includes(waiting.story)
      )
        continue;
      for (const viewer of [null, cast.ana, cast.moderator, cast.administrator]) {
        const answer = await callOn(world, path, viewer, waiting);
        // A call that names no story and finds none is the same for the other one.
        const isDone = !namesThings(path) && answer !== 'there';
        const promise = isDone ? answer : await callOn(world, path, viewer, kept);
        expect({ path, role: viewer?.role, answer }).toEqual({ path, role: viewer?.role, answer: promise });
      }
    }
    const { items } = await as(cast.colleague).reports.queue({});
    expect(items).toMatchObject([{ story: { title: '', isWaiting: true }, viewer: { seesWaiting: false } }]);
    expect(await postsOf()).toBe(0);
    expect((await as(cast.author).stories.mine({})).items.filter(({ isWaiting }) => isWaiting)).toMatchObject(
      [{ id: waiting.story, published: false }],
    );
    expect(pushesOf(waiting.story)).toBe(0);
  });

  it('is visible to its reviewer in its current version for as long as it waits', async () => {
    const id = await tellWaiting();
    expect(await as(cast.moderator).reports.next()).toBe(id);
    await as(cast.author).stories.update({ id, title: 'Con otro título' });
    await world.database.prisma.$executeRaw`UPDATE reports
      SET created_at = created_at - make_interval(hours => ${retention.reportedText.hours + 1}::int)`;
    expect(await read(cast.moderator, id)).toMatchObject({ title: 'Con otro título' });
    expect(await hear(cast.moderator, id)).toMatchObject({ isPublic: false });
    await expectRefusal(read(cast.colleague, id), 'STORY_NOT_FOUND');
    expect((await as(cast.moderator).reports.queue({})).items).toMatchObject([
      { story: { title: 'Con otro título', isWaiting: true }, viewer: { seesWaiting: true } },
    ]);
    expect((await logOf(id)).map(([action]) => action)).toEqual([
      'hear-story',
      'read-story',
      'assign-reports',
    ]);
  });

  it('is published with its news once it is approved, and no later story waits', async () => {
    const id = await tellWaiting();
    const other = await tellWaiting();
    await as(cast.ana).follows.follow({ userId: cast.author.id });
    await as(cast.ana).follows.setTold({ userId: cast.author.id, told: true });
    await as(cast.moderator).reports.next();
    await resolve(id, 'keep');
    expect([await isPublic(id), await isPublic(other), await postsOf()]).toEqual([true, true, 2]);
    expect([pushesOf(id), pushesOf(other)]).toEqual([1, 1]);
    expect(await as(cast.ana).news.unread()).toBe(2);
    expect([await openReports(id), await openReports(other)]).toEqual([0, 0]);
    await takeBack(id);
    expect(await publish(id)).toEqual({ isWaiting: false });
    expect(pushesOf(id)).toBe(1);
    for (const each of [id, other]) await as(cast.author).stories.delete({ id: each });
    const later = await tellPrivate();
    expect(await publish(later)).toEqual({ isWaiting: false });
    expect(await isPublic(later)).toBe(true);
  });

  it('is hidden with a statement if it is rejected, and counts as new when the appeal is granted', async () => {
    const id = await tellWaiting();
    await as(cast.moderator).reports.next();
    await resolve(id, 'hide');
    expect(await isPublic(id)).toBe(false);
    expect(await as(cast.author).stories.byId({ id })).toMatchObject({ hidden: { reason: 'Lo oí entero' } });
    expect(await read(cast.colleague, id)).toMatchObject({ title: 'La primera' });
    const statement = await world.database.prisma.statement.findFirstOrThrow({
      where: { notice: { targetId: id } },
    });
    expect(statement).toMatchObject({ rule: 'respect', isReported: false, byMachine: false });
    const second = await tellPrivate();
    expect(await publish(second)).toEqual({ isWaiting: true });
    await as(cast.author).stories.unpublish({ id: second });

    const [notice] = await readNotices(as(cast.author));
    if (!notice) throw new Error('The author was not told');
    await as(cast.author).appeals.create({ id: notice.id, text: 'No es verdad' });
    const [appeal] = (await as(cast.colleague).appeals.list({})).items;
    if (!appeal) throw new Error('There is no appeal');
    await as(cast.colleague).appeals.decide({ id: appeal.id, decision: 'grant', note: 'Cierto' });
    expect([await isPublic(id), await postsOf(), pushesOf(id)]).toEqual([true, 1, 1]);
    expect(await publish(second)).toEqual({ isWaiting: false });
  });

  it('is told to its asker once when it is restored after it was rejected', async () => {
    const token = await createQuestion(world.database.prisma, { userId: cast.ana.id });
    const recordingId = await world.record(cast.author);
    const answers = { token, visibility: 'published' as const };
    const { id } = await as(cast.author).stories.create({ recordingId, title: 'En el baile', answers });
    await as(cast.moderator).reports.next();
    await resolve(id, 'hide');
    expect(await as(cast.ana).news.unread()).toBe(0);
    await as(cast.colleague).stories.restore({ id, reason: 'Sin motivo' });
    expect(await read(cast.ana, id)).toMatchObject({ published: true });
    expect(await as(cast.ana).news.unread()).toBe(1);
    await as(cast.moderator).stories.hide({ id, reason: 'Spam' });
    await as(cast.colleague).stories.restore({ id, reason: 'Sin motivo' });
    const told = { storyId: id, userId: cast.ana.id, kind: 'answer' } as const;
    expect(await world.database.prisma.news.count({ where: told })).toBe(1);
  });

  it('can be withdrawn by its author, who may delete it or publish it again', async () => {
    const id = await tellWaiting();
    await publish(id);
    expect(await openReports(id)).toBe(1);
    await as(cast.moderator).reports.next();
    await takeBack(id);
    expect(await openReports(id)).toBe(0);
    await expectRefusal(read(cast.moderator, id), 'STORY_NOT_FOUND');
    await expectRefusal(resolve(id, 'keep'), 'NOT_FOUND');
    await publish(id);
    await as(cast.author).stories.delete({ id });
    expect(await world.database.prisma.report.count()).toBe(0);
    expect(await as(cast.moderator).reports.next()).toBeNull();
  });

  it('waits also if it is saved as an answer, and its asker is notified when it is approved', async () => {
    const token = await createQuestion(world.database.prisma, { userId: cast.ana.id });
    const recordingId = await world.record(cast.author);
    const input = { recordingId, title: 'En el baile', answers: { token, visibility: 'published' as const } };
    const { id } = await as(cast.author).stories.create(input);
    // A client whose answer was lost repeats the call.
    expect(await as(cast.author).stories.create(input)).toMatchObject({
      id,
      published: false,
      isWaiting: true,
    });
    expect(await as(cast.ana).news.unread()).toBe(0);
    await expectRefusal(read(cast.ana, id), 'STORY_NOT_FOUND');
    await as(cast.moderator).reports.next();
    await resolve(id, 'keep');
    expect(await as(cast.ana).news.unread()).toBe(1);
    expect(await read(cast.ana, id)).toMatchObject({ published: true });
  });

  it('is no longer a reply, so that others stop hearing it, and it can be rejected or frozen', async () => {
    await review(false);
    const origin = { id: await world.publishStory(cast.ana), kind: 'reply', visibility: 'shared' } as const;
    const reply = async () => {
      const recordingId = await world.record(cast.author);
      const input = {
        recordingId,
        title: 'Yo estuve ahí',
        origin: { ...origin, voicesAgreed: true } as const,
      };
      return (await as(cast.author).stories.create(input)).id;
    };
    const replies = { left: await reply(), rejected: await reply(), frozen: await reply() };
    await as(cast.ana).stories.leaveThread({ id: replies.left });
    await review(true);
    for (const id of Object.values(replies)) {
      expect(await publish(id)).toEqual({ isWaiting: true });
      await expectRefusal(read(cast.ana, id), 'STORY_NOT_FOUND');
    }
    for (const id of [replies.left, replies.rejected]) {
      await as(cast.moderator).reports.review({ storyId: id });
      await resolve(id, 'hide');
    }
    const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const order = { caseNumber: 'DP 12/2026', until, reason: 'Orden de una autoridad' };
    await as(cast.administrator).stories.freeze({ id: replies.frozen, ...order });
    for (const id of Object.values(replies))
      expect(await as(cast.author).stories.byId({ id })).toMatchObject({ hidden: {} });
  });

  it('stays in the queue when the switch is turned off, unless its author publishes it again', async () => {
    const [left, again] = [await tellWaiting(), await tellWaiting()];
    await review(false);
    expect([await isPublic(left), await openReports(left)]).toEqual([false, 1]);
    expect(await publish(again)).toEqual({ isWaiting: false });
    expect([await isPublic(again), await openReports(again)]).toEqual([true, 0]);
    await as(cast.moderator).reports.next();
    await resolve(left, 'keep');
    expect([await isPublic(left), await postsOf()]).toEqual([true, 2]);
  });

  it('does not wait for staff, nor for an account that published before', async () => {
    const staff = await tellPrivate(cast.colleague);
    expect(await publish(staff, cast.colleague)).toEqual({ isWaiting: false });
    await review(false);
    const before = await tellPrivate();
    await publish(before);
    await as(cast.author).stories.delete({ id: before });
    await review(true);
    expect(await publish(await tellPrivate())).toEqual({ isWaiting: false });
  });

  it('does not wait if another one was approved concurrently', async () => {
    const id = await tellWaiting();
    const late = await tellPrivate();
    await as(cast.moderator).reports.next();
    const working: Promise<unknown>[] = [];
    await world.database.prisma.$transaction(async (tx) => {
      // The decision stops at its last row, and the publication comes meanwhile.
      await tx.$queryRaw`SELECT 1 FROM profiles WHERE id = ${cast.author.id}::uuid FOR UPDATE`;
      working.push(resolve(id, 'keep'));
      await expect.poll(() => world.countBlocked(), patience).toBe(1);
      working.push(publish(late));
      await expect.poll(() => world.countBlocked(), patience).toBe(2);
    }, patience);
    await Promise.all(working);
    expect([await isPublic(id), await isPublic(late), await postsOf()]).toEqual([true, true, 2]);
  });

  it('is queued once, however often it is published concurrently', async () => {
    const id = await tellPrivate();
    const answers = await Promise.all(Array.from({ length: 4 }, () => publish(id)));
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ isWaiting: true })));
    expect(await openReports(id)).toBe(1);
  });

  it('stays hidden with its suspended author if it is approved meanwhile', async () => {
    const id = await tellWaiting();
    await as(cast.moderator).reports.next();
    await as(cast.moderator).users.suspend({
      userId: userId.parse(cast.author.id),
      reason: 'Spam',
      rule: 'spam',
    });
    expect(await read(cast.moderator, id)).toMatchObject({ title: 'La primera' });
    await resolve(id, 'keep');
    expect(await isPublic(id)).toBe(false);
    await as(cast.administrator).users.restore({ userId: userId.parse(cast.author.id), reason: 'Un error' });
    expect([await isPublic(id), await postsOf()]).toEqual([true, 1]);
  });
});
