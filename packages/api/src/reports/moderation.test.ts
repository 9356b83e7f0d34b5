import { randomUUID } from 'node:crypto';
import {
  AlreadyDecidedError,
  commentId,
  defaults,
  limits,
  storyId,
  userId,
  type StoryId,
} from '@relato/contract';
import { createRecording, createStory } from '@relato/db/testing/factories';
import { createTranscriber } from '@relato/speech';
import { errorCode } from '@relato/testing/error-code';
import { TRPCError } from '@trpc/server';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { requireStoryAudio } from '../stories/queries.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
let author: Viewer;
let ana: Viewer;
let moderator: Viewer;
let colleague: Viewer;
let administrator: Viewer;
beforeAll(async () => {
  moderator = await world.addUser('moderadora', 'moderator');
  colleague = await world.addUser('colega', 'moderator');
  administrator = await world.addUser('jefa', 'administrator');
});
beforeEach(async () => {
  author = await world.addUser(`autora_${randomUUID().slice(0, 8)}`);
  ana = await world.addUser(`ana_${randomUUID().slice(0, 8)}`);
});

const as = (viewer: Viewer) => world.callAs(viewer);

/** A story as its author publishes it. */
async function tell(published = true): Promise<StoryId> {
  const id = storyId.parse(await createStory(world.database.prisma, { userId: author.id, published: false }));
  if (published) await world.callAs(author).stories.publish({ id });
  return id;
}

const report = (viewer: Viewer | null, id: StoryId, reason: 'spam' | 'harassment' = 'spam') =>
  world.callAs(viewer).reports.create({ storyId: id, reason });
const statusesOf = async (id: StoryId) =>
  (await world.database.prisma.report.findMany({ where: { storyId: id } })).map(({ status }) => status);
const logOf = async (targetId: string) =>
  (await as(moderator).admin.log({ targetId })).items.map(({ action, actor, reason }) => [
    action,
    actor?.username,
    reason,
  ]);
const postsOf = async (viewer: Viewer) => (await world.callAs(viewer).profiles.me()).postsCount;

/** What the one who comes second is told. */
async function happenedTo(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TRPCError) || !(error.cause instanceof AlreadyDecidedError)) return error;
  const { action, by, reason } = error.cause.happened ?? {};
  return { code: error.code, action, by, reason };
}

describe('the queue of reports', () => {
  it('groups reports by story with their reasons and numbers, oldest first', async () => {
    const [first, second] = [await tell(), await tell()];
    await report(ana, first, 'harassment');
    await report(null, second);
    await report(null, first);
    await report(null, first);
    const { prisma } = world.database;
    const createdAt = new Date(Date.now() - 60_000);
    await prisma.report.updateMany({ where: { storyId: first }, data: { createdAt } });
    const { items } = await as(moderator).reports.queue({ status: 'pending', limit: 50 });
    const cases = items.filter(({ story }) => story.author.id === author.id);
    expect(cases.map(({ story, reportsCount }) => [story.id, reportsCount])).toEqual([
      [first, 3],
      [second, 1],
    ]);
    expect(cases[0]).toMatchObject({
      status: 'pending',
      reasons: [
        { reason: 'spam', count: 2 },
        { reason: 'harassment', count: 1 },
      ],
      moderator: null,
      note: null,
      story: { published: true, hidden: null, author: { username: author.username, suspended: false } },
    });
  });

  it('pages without gaps in every status, and shows each story once', async () => {
    const ids = [await tell(), await tell(), await tell()];
    for (const id of ids) {
      await report(null, id);
      await report(ana, id);
    }
    const walk = async (status: 'pending' | 'reviewing' | 'resolved' | 'dismissed' | undefined) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<ReturnType<typeof as>['reports']['queue']>> = await as(
          moderator,
        ).reports.queue({
          status,
          cursor,
          limit: 1,
        });
        seen.push(...page.items.map(({ story }) => story.id));
        cursor = page.nextCursor;
      } while (cursor);
      return seen.filter((id) => ids.includes(storyId.parse(id)));
    };
    expect(await walk('pending')).toEqual(ids);
    expect(await walk(undefined)).toEqual(ids);
    for (const id of ids) await as(moderator).reports.review({ storyId: id });
    expect(await walk('pending')).toEqual([]);
    expect(await walk('reviewing')).toEqual(ids);
    for (const id of ids) await as(moderator).reports.dismiss({ storyId: id, note: 'Nada malo' });
    expect(await walk(undefined)).toEqual([]);
    expect(await walk('dismissed')).toEqual(ids.toReversed());
  });

  it('says whether the viewer may suspend the author', async () => {
    const own = await tell();
    const collegial = storyId.parse(await createStory(world.database.prisma, { userId: colleague.id }));
    for (const id of [own, collegial]) await report(ana, id);
    const maySuspend = async (viewer: Viewer) => {
      const { items } = await as(viewer).reports.queue({ limit: 50 });
      return [own, collegial].map(
        (id) => items.find(({ story }) => story.id === id)?.viewer.canSuspendAuthor,
      );
    };
    expect(await maySuspend(moderator)).toEqual([true, false]);
    expect(await maySuspend(administrator)).toEqual([true, true]);
    await as(moderator).users.suspend({ userId: author.id, reason: 'Spam' });
    expect(await maySuspend(administrator)).toEqual([false, true]);
  });

  it('leaves out deleted stories', async () => {
    const id = await tell();
    await report(ana, id);
    await world.callAs(author).stories.delete({ id });
    const { items } = await as(moderator).reports.queue({ limit: 50 });
    expect(items.map(({ story }) => story.id)).not.toContain(id);
    await expect(as(moderator).reports.review({ storyId: id })).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
  });
});

describe('a report', () => {
  it('is reviewed by one moderator: a concurrent second one gets CONFLICT', async () => {
    const id = await tell();
    await report(ana, id);
    const answers = await Promise.all(
      [moderator, colleague].map((each) => happenedTo(as(each).reports.review({ storyId: id }))),
    );
    const refused = answers.filter((answer) => answer !== null);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ code: 'CONFLICT', action: 'review-reports' });
    expect(await statusesOf(id)).toEqual(['reviewing']);
    expect(await logOf(id)).toHaveLength(1);
  });

  it('can be reviewed again by the same moderator, which includes newer reports', async () => {
    const id = await tell();
    await report(ana, id);
    await as(moderator).reports.review({ storyId: id });
    await report(null, id);
    await as(moderator).reports.review({ storyId: id });
    expect(await statusesOf(id)).toEqual(['reviewing', 'reviewing']);
  });

  it('cannot be decided before it is reviewed', async () => {
    const id = await tell();
    await report(ana, id);
    await expect(as(moderator).reports.dismiss({ storyId: id, note: 'No' })).rejects.toEqual(
      errorCode('CONFLICT'),
    );
    await expect(as(moderator).reports.resolve({ storyId: id, story: 'hide', note: 'No' })).rejects.toEqual(
      errorCode('CONFLICT'),
    );
    expect(await statusesOf(id)).toEqual(['pending']);
    expect((await world.visitor.stories.byId({ id })).id).toBe(id);
  });

  it.each(['hide', 'keep'] as const)('is resolved with a note, the story: %s', async (fate) => {
    const id = await tell();
    await report(ana, id);
    await report(null, id);
    await as(moderator).reports.review({ storyId: id });
    await report(null, id);
    await as(moderator).reports.resolve({ storyId: id, story: fate, note: 'Es publicidad' });
    expect(await statusesOf(id)).toEqual(['resolved', 'resolved', 'resolved']);
    const hides = [['hide-story', 'moderadora', 'Es publicidad']];
    expect(await logOf(id)).toEqual([
      ...(fate === 'hide' ? hides : []),
      ['resolve-reports', 'moderadora', 'Es publicidad'],
      ['review-reports', 'moderadora', null],
    ]);
    const seen = await world.visitor.stories.byIds({ ids: [id] });
    expect(seen).toHaveLength(fate === 'keep' ? 1 : 0);
    expect((await world.callAs(ana).reports.mine({})).items[0]?.status).toBe('resolved');
  });

  it('L287: is decided once: a concurrent second decision gets CONFLICT with what happened', async () => {
    const id = await tell();
    await report(ana, id);
    await as(moderator).reports.review({ storyId: id });
    const answers = await Promise.all([
      happenedTo(as(moderator).reports.resolve({ storyId: id, story: 'hide', note: 'Spam' })),
      happenedTo(as(colleague).reports.dismiss({ storyId: id, note: 'No es nada' })),
    ]);
    const refused = answers.filter((answer) => answer !== null);
    expect(refused).toHaveLength(1);
    const [status] = await statusesOf(id);
    expect(refused[0]).toMatchObject({
      code: 'CONFLICT',
      action: status === 'resolved' ? 'hide-story' : 'dismiss-reports',
      by: status === 'resolved' ? 'moderadora' : 'colega',
    });
  });

  it('SEC-36: does not hide the story by itself, however many there are', async () => {
    const id = await tell();
    for (let index = 0; index < 12; index += 1) await report(null, id);
    expect((await world.visitor.stories.byId({ id })).hidden).toBeNull();
    const { items } = await world.visitor.stories.byUser({ userId: author.id });
    expect(items.map((story) => story.id)).toEqual([id]);
  });

  it('cannot be decided by the author of the story', async () => {
    const own = storyId.parse(await createStory(world.database.prisma, { userId: moderator.id }));
    await report(ana, own);
    const caller = as(moderator);
    const forbidden = errorCode('FORBIDDEN');
    await expect(caller.reports.review({ storyId: own })).rejects.toEqual(forbidden);
    await expect(caller.reports.dismiss({ storyId: own, note: 'No' })).rejects.toEqual(forbidden);
    await expect(caller.stories.hide({ id: own, reason: 'No' })).rejects.toEqual(forbidden);
    await expect(caller.stories.restore({ id: own, reason: 'No' })).rejects.toEqual(forbidden);
  });
});

describe('a hidden story', () => {
  it('SEC-02: does not exist for everyone else', async () => {
    const id = await tell();
    const said = commentId.parse(randomUUID());
    await world.callAs(ana).comments.create({ id: said, storyId: id, content: 'Hola' });
    await as(moderator).stories.hide({ id, reason: 'Publicidad' });
    for (const who of [world.visitor, world.callAs(ana)]) {
      await expect(who.stories.byId({ id })).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
      await expect(who.comments.list({ storyId: id })).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
      await expect(who.reports.create({ storyId: id, reason: 'spam' })).rejects.toEqual(
        errorCode('STORY_NOT_FOUND'),
      );
      await expect(who.comments.create({ id: randomUUID(), storyId: id, content: 'Hola' })).rejects.toEqual(
        errorCode('STORY_NOT_FOUND'),
      );
      expect(await who.stories.byIds({ ids: [id] })).toEqual([]);
      expect((await who.stories.byUser({ userId: author.id })).items).toEqual([]);
      expect(
        (await who.stories.feed({ search: 'lluvia', limit: 50 })).items.map((each) => each.id),
      ).not.toContain(id);
      expect(await who.stories.count({ userId: author.id })).toBe(0);
    }
    await expect(world.callAs(ana).stories.vote({ id, direction: 'up' })).rejects.toEqual(
      errorCode('STORY_NOT_FOUND'),
    );
    const { postsCount } = await world.visitor.profiles.byUsername({ username: author.username ?? '' });
    expect(postsCount).toBe(0);
  });

  it('is visible with the reason to its author and to moderators', async () => {
    const id = await tell();
    await as(moderator).stories.hide({ id, reason: 'Publicidad' });
    for (const viewer of [author, moderator, administrator]) {
      expect((await world.callAs(viewer).stories.byId({ id })).hidden).toMatchObject({
        reason: 'Publicidad',
      });
    }
    expect((await world.callAs(author).stories.mine({})).items[0]?.hidden).toMatchObject({
      reason: 'Publicidad',
    });
  });

  it('is hidden and restored once; a second call gets CONFLICT with what happened', async () => {
    const id = await tell();
    await as(moderator).stories.hide({ id, reason: 'Publicidad' });
    expect(await happenedTo(as(colleague).stories.hide({ id, reason: 'Otra' }))).toEqual({
      code: 'CONFLICT',
      action: 'hide-story',
      by: 'moderadora',
      reason: 'Publicidad',
    });
    await as(colleague).stories.restore({ id, reason: 'No lo era' });
    expect(await happenedTo(as(moderator).stories.restore({ id, reason: 'Ya' }))).toMatchObject({
      action: 'restore-story',
      by: 'colega',
    });
    expect((await world.visitor.stories.byId({ id })).hidden).toBeNull();
    expect(await logOf(id)).toHaveLength(2);
  });

  it('is listed for moderators, last decided first, whether its author is suspended or not', async () => {
    const ids = [await tell(), await tell(), await tell(), await tell()];
    for (const id of ids) await as(moderator).stories.hide({ id, reason: 'Spam' });
    const [oldest, private_, restored, newest] = ids as [StoryId, StoryId, StoryId, StoryId]; // as many as above
    await world.callAs(author).stories.unpublish({ id: private_ });
    await world.callAs(author).stories.update({ id: private_, title: 'Otra cosa', transcript: 'Secreto' });
    await as(moderator).stories.restore({ id: restored, reason: 'Error' });
    const other = await tell();
    await as(moderator).users.suspend({ userId: author.id, reason: 'Acoso' });
    const seen: StoryId[] = [];
    const titles = new Map<StoryId, readonly [string, string]>();
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Awaited<ReturnType<ReturnType<typeof as>['stories']['hidden']>> = await as(
        moderator,
      ).stories.hidden({ limit: 1, cursor });
      expect(page.items[0]?.hidden?.reason).toEqual(expect.any(String));
      seen.push(...page.items.map(({ id }) => id));
      for (const { id, title, transcript } of page.items) titles.set(id, [title, transcript]);
      cursor = page.nextCursor;
    }
    expect(seen.filter((id) => [...ids, other].includes(id))).toEqual([newest, private_, oldest]);
    // As it was decided on: what its author does with it in private is not shown.
    expect(titles.get(private_)).toEqual(['Una tarde de lluvia', defaults.transcript]);
  });

  it('is not counted, whatever its author does with it in the meantime', async () => {
    const id = await tell();
    const stories = world.callAs(author).stories;
    expect(await postsOf(author)).toBe(1);
    await as(moderator).stories.hide({ id, reason: 'Publicidad' });
    expect(await postsOf(author)).toBe(0);
    await stories.unpublish({ id });
    await stories.publish({ id });
    expect(await postsOf(author)).toBe(0);
    await expect(world.visitor.stories.byId({ id })).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
    await as(moderator).stories.restore({ id, reason: 'Error' });
    expect(await postsOf(author)).toBe(1);
    await as(moderator).stories.hide({ id, reason: 'Publicidad' });
    await stories.unpublish({ id });
    await as(moderator).stories.restore({ id, reason: 'Error' });
    expect(await postsOf(author)).toBe(0);
    await stories.publish({ id });
    await as(moderator).stories.hide({ id, reason: 'Publicidad' });
    await stories.delete({ id });
    expect(await postsOf(author)).toBe(0);
  });

  it('needs a visible reason', async () => {
    const id = await tell();
    for (const reason of ['', '   ', '\u200B', 'a'.repeat(501), 'a\u0000b']) {
      await expect(as(moderator).stories.hide({ id, reason })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
    expect(await logOf(id)).toEqual([]);
  });
});

const read = (viewer: Viewer, id: StoryId) => world.callAs(viewer).stories.byId({ id });
const hear = (viewer: Viewer, id: StoryId) => requireStoryAudio(world.services, viewer, id);
const missing = errorCode('STORY_NOT_FOUND');
const takeBack = (id: StoryId) => world.callAs(author).stories.unpublish({ id });
/** Moves the beginning of all reviews. */
const age = (hours: number) =>
  world.database.prisma
    .$executeRaw`UPDATE reports SET reviewing_at = reviewing_at - make_interval(hours => ${hours}::int)`;

describe('SEC-49: an unpublished story under review', () => {
  it("is not visible through the moderator's own report", async () => {
    const id = await tell();
    await report(moderator, id);
    await as(moderator).reports.review({ storyId: id });
    await takeBack(id);
    await expect(read(moderator, id)).rejects.toEqual(missing);
    await expect(hear(moderator, id)).rejects.toMatchObject({ code: 'STORY_NOT_FOUND' });
    await expect(as(moderator).stories.hide({ id, reason: 'No' })).rejects.toEqual(missing);
    const resolve = as(moderator).reports.resolve({ storyId: id, story: 'hide', note: 'No' });
    await expect(resolve).rejects.toEqual(missing);
    await as(moderator).reports.dismiss({ storyId: id, note: 'Nada' });
  });

  it('is visible in the reported version only', async () => {
    const id = await tell();
    await world.callAs(author).stories.updateTags({ id, tags: ['lluvia'] });
    await report(ana, id);
    await takeBack(id);
    await world.callAs(author).stories.update({ id, title: 'Mi secreto', transcript: 'Nadie lo sabe' });
    await world.callAs(author).stories.updateTags({ id, tags: ['secreto'] });
    await as(moderator).reports.review({ storyId: id });
    const reported = { title: 'Una tarde de lluvia', transcript: 'Llovía, y nadie tenía paraguas.' };
    expect(await read(moderator, id)).toMatchObject({ ...reported, tags: ['lluvia'], transcriptWords: null });
    expect(await hear(moderator, id)).toMatchObject({ isPublic: false });
    const { items } = await as(moderator).reports.queue({ limit: 50 });
    expect(items.find(({ story }) => story.id === id)?.story.title).toBe(reported.title);
    await as(moderator).reports.resolve({ storyId: id, story: 'hide', note: 'Spam' });
    const notices = await world.callAs(author).appeals.notices({});
    expect(notices.items[0]).toMatchObject({ kind: 'story_hidden', subject: reported.title });
    expect((await read(author, id)).title).toBe('Mi secreto');
  });

  it('becomes invisible a day after the review began, and another moderator may start one', async () => {
    const id = await tell();
    await report(ana, id);
    await as(moderator).reports.review({ storyId: id });
    await takeBack(id);
    await age(limits.moderation.reviewHours - 1);
    await read(moderator, id);
    expect(await happenedTo(as(colleague).reports.review({ storyId: id }))).toMatchObject({
      code: 'CONFLICT',
    });
    await age(1);
    await as(moderator).reports.review({ storyId: id });
    await expect(read(moderator, id)).rejects.toEqual(missing);
    await expect(hear(moderator, id)).rejects.toMatchObject({ code: 'STORY_NOT_FOUND' });
    await as(colleague).reports.review({ storyId: id });
    await read(colleague, id);
    await expect(read(moderator, id)).rejects.toEqual(missing);
  });

  it('cannot be hidden without a report, so that no appeal reveals its title', async () => {
    const id = await tell(false);
    await expect(as(moderator).stories.hide({ id, reason: 'No' })).rejects.toEqual(missing);
    await expect(as(administrator).stories.hide({ id, reason: 'No' })).rejects.toEqual(missing);
    expect(await logOf(id)).toEqual([]);
  });

  it.each(['administrator', 'moderator'] as const)(
    'is for administrators only if its author is a %s, and invisible to all if they are an administrator',
    async (role) => {
      const owner = await world.addUser(`otra${randomUUID().slice(0, 8)}`, role);
      const id = storyId.parse(await createStory(world.database.prisma, { userId: owner.id }));
      await report(ana, id);
      const comment = { id: commentId.parse(randomUUID()), storyId: id, content: 'Lo dije' };
      await world.callAs(owner).comments.create(comment);
      const forbidden = errorCode('FORBIDDEN');
      await expect(as(moderator).reports.review({ storyId: id })).rejects.toEqual(forbidden);
      await expect(as(moderator).stories.hide({ id, reason: 'No' })).rejects.toEqual(forbidden);
      await expect(as(moderator).comments.remove({ id: comment.id, reason: 'No' })).rejects.toEqual(
        forbidden,
      );
      await as(administrator).reports.review({ storyId: id });
      await world.database.prisma.story.update({ where: { id }, data: { published: false } });
      const answers = await Promise.allSettled([read(administrator, id), hear(administrator, id)]);
      const expected = role === 'moderator' ? 'fulfilled' : 'rejected';
      expect(answers.map(({ status }) => status)).toEqual([expected, expected]);
      await as(administrator).comments.remove({ id: comment.id, reason: 'Sí' });
      await world.database.prisma.user.update({ where: { id: owner.id }, data: { role: 'user' } });
    },
  );
});

describe('an unpublished story', () => {
  it('SEC-01: is visible to the moderator who reviews its reports, to no other, and until the decision', async () => {
    const id = await tell();
    await report(ana, id);
    await world.callAs(author).stories.unpublish({ id });
    const read = (viewer: Viewer) => world.callAs(viewer).stories.byId({ id });
    await expect(read(moderator)).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
    await as(moderator).reports.review({ storyId: id });
    expect((await read(moderator)).id).toBe(id);
    expect((await world.callAs(moderator).comments.list({ storyId: id })).items).toEqual([]);
    await expect(read(colleague)).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
    await expect(read(ana)).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
    await as(moderator).reports.dismiss({ storyId: id, note: 'Nada' });
    await expect(read(moderator)).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
  });
});

describe('comments.remove', () => {
  it('removes a comment once, and keeps the counter correct', async () => {
    const id = await tell();
    const said = commentId.parse(randomUUID());
    await world.callAs(ana).comments.create({ id: said, storyId: id, content: 'Compra ya' });
    const answers = await Promise.all(
      [moderator, colleague].map((each) =>
        happenedTo(as(each).comments.remove({ id: said, reason: 'Publicidad' })),
      ),
    );
    expect(answers.filter((answer) => answer !== null)).toMatchObject([
      { code: 'CONFLICT', action: 'remove-comment' },
    ]);
    expect((await world.visitor.stories.byId({ id })).comments).toBe(0);
    expect((await world.callAs(ana).appeals.notices({})).items).toMatchObject([
      { kind: 'comment_removed', subject: 'Compra ya', reason: 'Publicidad', storyId: id, canAppeal: true },
    ]);
    const unknown = as(moderator).comments.remove({ id: commentId.parse(randomUUID()), reason: 'No' });
    await expect(unknown).rejects.toEqual(errorCode('COMMENT_NOT_FOUND'));
  });

  it('removes the comment of a visitor without a notice', async () => {
    const id = await tell();
    const said = commentId.parse(randomUUID());
    await world.visitor.comments.create({ id: said, storyId: id, content: 'Compra ya' });
    await as(moderator).comments.remove({ id: said, reason: 'Publicidad' });
    expect((await world.visitor.comments.list({ storyId: id })).items).toEqual([]);
    expect(await world.database.prisma.notice.count({ where: { targetId: said } })).toBe(0);
  });
});

describe('the moderation log', () => {
  it('has an entry if and only if the action happened', async () => {
    const id = await tell();
    await as(moderator).stories.hide({ id, reason: 'Publicidad' });
    const lines = await world.database.prisma.moderationLog.count();
    await happenedTo(as(colleague).stories.hide({ id, reason: 'Otra' }));
    await happenedTo(as(colleague).reports.dismiss({ storyId: id, note: 'Otra' }));
    expect(await world.database.prisma.moderationLog.count()).toBe(lines);
  });

  it('cannot be changed, shortened or emptied, not even by the server', async () => {
    const id = await tell();
    await as(moderator).stories.hide({ id, reason: 'Publicidad' });
    const { prisma } = world.database;
    const refusal = /moderation_log is append-only/;
    for (const attempt of [
      prisma.$executeRaw`UPDATE moderation_log SET reason = 'Otra' WHERE target_id = ${id}::uuid`,
      prisma.$executeRaw`UPDATE moderation_log SET actor_id = NULL WHERE target_id = ${id}::uuid`,
      prisma.$executeRaw`DELETE FROM moderation_log WHERE target_id = ${id}::uuid`,
      prisma.$executeRaw`TRUNCATE moderation_log`,
    ]) {
      await expect(attempt).rejects.toThrow(refusal);
    }
    expect(await logOf(id)).toEqual([['hide-story', 'moderadora', 'Publicidad']]);
  });

  it('is filtered and paged, newest first', async () => {
    const id = await tell();
    for (let index = 0; index < 2; index += 1) {
      await as(moderator).stories.hide({ id, reason: `${index}` });
      await as(colleague).stories.restore({ id, reason: `${index}` });
    }
    const of = async (filter: object) =>
      (await as(moderator).admin.log({ targetId: id, ...filter })).items.map(
        ({ action, reason }) => `${action} ${reason}`,
      );
    expect(await of({ action: 'hide-story' })).toEqual(['hide-story 1', 'hide-story 0']);
    expect(await of({ actorId: colleague.id })).toEqual(['restore-story 1', 'restore-story 0']);
    expect(await of({ targetType: 'user' })).toEqual([]);
    const first = await as(moderator).admin.log({ targetId: id, limit: 3 });
    const rest = await as(moderator).admin.log({ targetId: id, limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...rest.items].map(({ reason }) => reason)).toEqual(['1', '1', '0', '0']);
  });
});

describe('users.list', () => {
  it('SEC-05: shows e-mail addresses to administrators only, and does not let others search by them', async () => {
    const search = author.email ?? '';
    expect((await as(administrator).users.list({ search })).items).toMatchObject([
      { id: author.id, email: author.email },
    ]);
    expect((await as(moderator).users.list({ search })).items).toEqual([]);
    const [found] = (await as(moderator).users.list({ search: author.username ?? '' })).items;
    expect(found).toMatchObject({
      id: author.id,
      email: null,
      role: 'user',
      suspended: null,
      storiesCount: 0,
    });
    expect(JSON.stringify(await as(moderator).users.list({ limit: 50 }))).not.toContain('@example.org');
  });

  it('takes the search text literally, and pages', async () => {
    expect((await as(administrator).users.list({ search: '%' })).items).toEqual([]);
    const first = await as(moderator).users.list({ limit: 1 });
    const second = await as(moderator).users.list({ limit: 1, cursor: first.nextCursor });
    expect(first.items[0]?.id).not.toBe(second.items[0]?.id);
    expect(
      (await as(moderator).users.list({ role: 'moderator' })).items.map(({ username }) => username),
    ).toEqual(['colega', 'moderadora']);
  });
});

describe('an administrator', () => {
  it('sees statistics', async () => {
    const before = await as(administrator).admin.stats();
    const id = await tell();
    await tell(false);
    await report(ana, id);
    const after = await as(administrator).admin.stats();
    expect(after).toMatchObject({
      stories: { total: before.stories.total + 2, published: before.stories.published + 1 },
      reports: { pending: before.reports.pending + 1 },
      jobs: { queued: 0, active: 0, failed: 0 },
    });
    expect(after.audioBytes).toBeGreaterThan(before.audioBytes);
  });

  it('REL-10: sees the failed transcriptions and can retry them', async () => {
    world.queued.splice(0);
    const { prisma } = world.database;
    const recordingId = await createRecording(prisma, { userId: author.id });
    await prisma.transcript.create({
      data: {
        recordingId,
        provider: 'x',
        status: 'error',
        error: 'boom',
        attempts: 12,
        finishedAt: new Date(),
      },
    });
    const { items } = await as(administrator).transcription.failed({});
    expect(items).toMatchObject([
      { recordingId, storyId: null, error: 'boom', attempts: 12, author: { id: author.id } },
    ]);
    const transcriber = createTranscriber({
      provider: 'assemblyai',
      assemblyaiApiKey: 'x',
      assemblyaiBaseUrl: 'http://127.0.0.1:9',
    });
    const { transcription } = world.callAs(administrator, undefined, { transcriber });
    const input = { recordingId: items[0]?.recordingId ?? '' };
    await transcription.retryFailed(input);
    expect(world.queued.splice(0)).toMatchObject([{ name: 'transcribe-recording', data: { recordingId } }]);
    await expect(transcription.retryFailed(input)).rejects.toEqual(errorCode('CONFLICT'));
    await expect(as(administrator).transcription.retryFailed(input)).rejects.toEqual(
      errorCode('TRANSCRIPTION_OFF'),
    );
    expect((await as(administrator).transcription.failed({})).items).toEqual([]);
  });

  it('changes the flags for all users', async () => {
    const { settings } = world.callAs(administrator);
    expect(await settings.get()).toEqual({ flags: { showDownvotes: false, recordOnly: true } });
    await Promise.all([
      settings.set({ flags: { showDownvotes: true } }),
      settings.set({ flags: { recordOnly: false } }),
    ]);
    const flags = { showDownvotes: true, recordOnly: false };
    expect((await world.visitor.settings.public()).flags).toEqual(flags);
    expect((await as(moderator).admin.log({ action: 'set-flags' })).items).toHaveLength(2);
    await expect(world.callAs(moderator).settings.set({ flags })).rejects.toEqual(errorCode('FORBIDDEN'));
  });
});

it('a user who is not a moderator cannot moderate', async () => {
  const id = await tell();
  await expect(as(ana).stories.hide({ id, reason: 'Porque sí' })).rejects.toEqual(errorCode('FORBIDDEN'));
  await expect(as(ana).users.suspend({ userId: userId.parse(author.id), reason: 'x' })).rejects.toEqual(
    errorCode('FORBIDDEN'),
  );
});
