import { randomUUID } from 'node:crypto';
import { commentId, defaults, limits, retention, storyId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { readNotices } from '../testing/read-notices.ts';
import { happenedTo, useModerationWorld } from '../testing/moderation-world.ts';
import { forgetReported } from '../reports/jobs.ts';

const { world, cast, as, tell, read, hear, takeBack, report, caseOf, assign, logOf } = useModerationWorld();

const postsOf = async (viewer: Viewer) => (await world.callAs(viewer).profiles.me()).postsCount;

describe('a hidden story', () => {
  it('SEC-02: does not exist for everyone else', async () => {
    const id = await tell();
    const said = commentId.parse(randomUUID());
    await world.callAs(cast.ana).comments.create({ id: said, storyId: id, content: 'Hola' });
    await as(cast.moderator).stories.hide({ id, reason: 'Publicidad' });
    for (const who of [world.visitor, world.callAs(cast.ana)]) {
      await expectRefusal(who.stories.byId({ id }), 'STORY_NOT_FOUND');
      await expectRefusal(who.comments.list({ storyId: id }), 'STORY_NOT_FOUND');
      await expectRefusal(who.reports.create({ storyId: id, reason: 'spam' }), 'STORY_NOT_FOUND');
      await expectRefusal(
        who.comments.create({ id: randomUUID(), storyId: id, content: 'Hola' }),
        'STORY_NOT_FOUND',
      );
      expect(await who.stories.byIds({ ids: [id] })).toEqual([]);
      expect((await who.stories.byUser({ userId: cast.author.id })).items).toEqual([]);
      expect(
        (await who.stories.feed({ search: 'lluvia', limit: 50 })).items.map((each) => each.id),
      ).not.toContain(id);
      expect(await who.stories.count({ userId: cast.author.id })).toBe(0);
    }
    await expectRefusal(world.callAs(cast.ana).stories.vote({ id, direction: 'up' }), 'STORY_NOT_FOUND');
    const { postsCount } = await world.visitor.profiles.byUsername({ username: cast.author.username ?? '' });
    expect(postsCount).toBe(0);
  });

  it('is visible with the reason to its author and to moderators', async () => {
    const id = await tell();
    await as(cast.moderator).stories.hide({ id, reason: 'Publicidad' });
    for (const viewer of [cast.author, cast.moderator, cast.administrator]) {
      expect((await world.callAs(viewer).stories.byId({ id })).hidden).toMatchObject({
        reason: 'Publicidad',
      });
    }
    expect((await world.callAs(cast.author).stories.mine({})).items[0]?.hidden).toMatchObject({
      reason: 'Publicidad',
    });
  });

  it('is hidden and restored once; a second call gets CONFLICT with the first decision', async () => {
    const id = await tell();
    await as(cast.moderator).stories.hide({ id, reason: 'Publicidad' });
    expect(await happenedTo(as(cast.colleague).stories.hide({ id, reason: 'Otra' }))).toEqual({
      code: 'CONFLICT',
      action: 'hide-story',
      by: 'moderadora',
      reason: 'Publicidad',
    });
    await as(cast.colleague).stories.restore({ id, reason: 'No lo era' });
    expect(await happenedTo(as(cast.moderator).stories.restore({ id, reason: 'Ya' }))).toMatchObject({
      action: 'restore-story',
      by: 'colega',
    });
    expect((await world.visitor.stories.byId({ id })).hidden).toBeNull();
    expect(await logOf(id)).toHaveLength(2);
  });

  it('is listed for moderators, last decided first, whether its author is suspended or not', async () => {
    const ids = [await tell(), await tell(), await tell(), await tell()];
    for (const id of ids) await as(cast.moderator).stories.hide({ id, reason: 'Spam' });
    const [oldest, private_, restored, newest] = ids as [StoryId, StoryId, StoryId, StoryId]; // as many as above
    await world.callAs(cast.author).stories.unpublish({ id: private_ });
    await world
      .callAs(cast.author)
      .stories.update({ id: private_, title: 'Otra cosa', transcript: 'Secreto' });
    await as(cast.moderator).stories.restore({ id: restored, reason: 'Error' });
    const other = await tell();
    await as(cast.moderator).users.suspend({ userId: cast.author.id, reason: 'Acoso' });
    const seen: StoryId[] = [];
    const titles = new Map<StoryId, readonly [string, string]>();
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Awaited<ReturnType<ReturnType<typeof as>['stories']['hidden']>> = await as(
        cast.moderator,
      ).stories.hidden({ limit: 1, cursor });
      expect(page.items[0]?.hidden?.reason).toEqual(expect.any(String));
      seen.push(...page.items.map(({ id }) => id));
      for (const { id, title, transcript } of page.items) titles.set(id, [title, transcript]);
      cursor = page.nextCursor;
    }
    expect(seen.filter((id) => [...ids, other].includes(id))).toEqual([newest, private_, oldest]);
    // The title of the decision, and not the one that its author changed in private.
    expect(titles.get(private_)).toEqual(['Una tarde de lluvia', defaults.transcript]);
  });

  it('is not counted, whatever its author does with it in the meantime', async () => {
    const id = await tell();
    const stories = world.callAs(cast.author).stories;
    expect(await postsOf(cast.author)).toBe(1);
    await as(cast.moderator).stories.hide({ id, reason: 'Publicidad' });
    expect(await postsOf(cast.author)).toBe(0);
    await stories.unpublish({ id });
    await stories.publish({ id });
    expect(await postsOf(cast.author)).toBe(0);
    await expectRefusal(world.visitor.stories.byId({ id }), 'STORY_NOT_FOUND');
    await as(cast.moderator).stories.restore({ id, reason: 'Error' });
    expect(await postsOf(cast.author)).toBe(1);
    await as(cast.moderator).stories.hide({ id, reason: 'Publicidad' });
    await stories.unpublish({ id });
    await as(cast.moderator).stories.restore({ id, reason: 'Error' });
    expect(await postsOf(cast.author)).toBe(0);
    await stories.publish({ id });
    await as(cast.moderator).stories.hide({ id, reason: 'Publicidad' });
    await stories.delete({ id });
    expect(await postsOf(cast.author)).toBe(0);
  });
});

const say = (id: StoryId, content: string) =>
  as(cast.author).comments.create({ id: randomUUID(), storyId: id, content });
const readComments = async (viewer: Viewer, id: StoryId) =>
  (await as(viewer).comments.list({ storyId: id })).items.map(({ content }) => content);

describe('SEC-49: what the author of a hidden or withdrawn story writes afterwards', () => {
  it('is not told to its reporters with the decision, however old the report', async () => {
    const id = await tell();
    await report(cast.ana, id);
    await as(cast.moderator).stories.hide({ id, reason: 'Spam' });
    await as(cast.author).stories.update({ id, title: 'Mi secreto' });
    await age(retention.reportedText.hours);
    await forgetReported(world.services);
    await as(cast.moderator).reports.review({ storyId: id });
    await as(cast.moderator).reports.dismiss({ storyId: id, note: 'Nada' });
    const [notice] = await readNotices(as(cast.ana));
    expect(notice).toMatchObject({ kind: 'report_closed', subject: 'Una tarde de lluvia' });
  });

  it('is not shown to moderators, whose reading of its comments is logged', async () => {
    const id = await tell();
    await say(id, 'Antes');
    await as(cast.moderator).stories.hide({ id, reason: 'Spam' });
    await say(id, 'Mi secreto');
    expect(await readComments(cast.author, id)).toEqual(['Antes', 'Mi secreto']);
    expect(await readComments(cast.colleague, id)).toEqual(['Antes']);
    await as(cast.moderator).comments.create({ id: randomUUID(), storyId: id, content: 'Lo vemos' });
    expect(await readComments(cast.colleague, id)).toEqual(['Antes', 'Lo vemos']);
    expect(await logOf(id)).toEqual([
      ['read-story', 'colega', null],
      ['hide-story', 'moderadora', 'Spam'],
    ]);
  });

  it('is not shown to those who review a report of it either', async () => {
    const id = await tell();
    await say(id, 'Antes');
    await report(cast.ana, id);
    await takeBack(id);
    await say(id, 'Mi secreto');
    await assign(cast.moderator, id);
    expect(await readComments(cast.moderator, id)).toEqual(['Antes']);
    expect(await readComments(cast.author, id)).toEqual(['Antes', 'Mi secreto']);
  });
});

it("the reporters of a story do not keep its title once its author's account is deleted", async () => {
  const id = await tell();
  await report(cast.ana, id);
  await assign(cast.moderator, id);
  await as(cast.moderator).reports.dismiss({ storyId: id, note: 'Nada' });
  const subjects = async () => (await readNotices(as(cast.ana))).map(({ subject }) => subject);
  expect(await subjects()).toEqual(['Una tarde de lluvia']);
  await world.database.prisma.user.delete({ where: { id: cast.author.id } });
  expect(await subjects()).toEqual(['']);
});

const missing = errorCode('STORY_NOT_FOUND');

/** Makes all reports older by this many hours. */
const age = (hours: number) =>
  world.database.prisma
    .$executeRaw`UPDATE reports SET created_at = created_at - make_interval(hours => ${hours}::int),
    reviewing_at = reviewing_at - make_interval(hours => ${hours}::int)`;

describe('SEC-49: an unpublished story under review', () => {
  it('is not visible in a review that the moderator chose themselves', async () => {
    const id = await tell();
    await report(cast.ana, id);
    await as(cast.moderator).reports.review({ storyId: id });
    await takeBack(id);
    await expect(read(cast.moderator, id)).rejects.toEqual(missing);
    await expectRefusal(hear(cast.moderator, id), 'STORY_NOT_FOUND');
    await expect(as(cast.moderator).stories.hide({ id, reason: 'No' })).rejects.toEqual(missing);
    const resolve = as(cast.moderator).reports.resolve({ storyId: id, story: 'hide', note: 'No' });
    await expect(resolve).rejects.toEqual(missing);
    expect(await caseOf(id)).toMatchObject({ story: { title: '' }, viewer: { opensUntil: null } });
    await as(cast.moderator).reports.dismiss({ storyId: id, note: 'Nada' });
  });

  it('is visible only in the reported version', async () => {
    const id = await tell();
    await world.callAs(cast.author).stories.updateTags({ id, tags: ['lluvia'] });
    await report(cast.ana, id);
    await takeBack(id);
    await world.callAs(cast.author).stories.update({ id, title: 'Mi secreto', transcript: 'Nadie lo sabe' });
    await world.callAs(cast.author).stories.updateTags({ id, tags: ['secreto'] });
    await assign(cast.moderator, id);
    const reported = { title: 'Una tarde de lluvia', transcript: 'Llovía, y nadie tenía paraguas.' };
    expect(await read(cast.moderator, id)).toMatchObject({
      ...reported,
      tags: ['lluvia'],
      transcriptWords: null,
    });
    expect(await hear(cast.moderator, id)).toMatchObject({ isPublic: false });
    const { createdAt } = await world.database.prisma.report.findFirstOrThrow({ where: { storyId: id } });
    expect(await caseOf(id)).toMatchObject({
      story: { title: reported.title },
      viewer: { opensUntil: new Date(createdAt.getTime() + retention.reportedText.hours * 3_600_000) },
    });
    expect((await caseOf(id, cast.colleague))?.story.title).toBe('');
    await as(cast.moderator).reports.resolve({ storyId: id, story: 'hide', note: 'Spam' });
    const notices = await readNotices(world.callAs(cast.author));
    expect(notices[0]).toMatchObject({ kind: 'story_hidden', subject: reported.title });
    expect((await read(cast.author, id)).title).toBe('Mi secreto');
  });

  it('becomes invisible a day after it was reported, also to a moderator who is assigned later, and can still be decided', async () => {
    const id = await tell();
    await report(cast.ana, id);
    await takeBack(id);
    await age(retention.reportedText.hours - 1);
    await assign(cast.moderator, id);
    await read(cast.moderator, id);
    await age(1);
    await expect(read(cast.moderator, id)).rejects.toEqual(missing);
    await expectRefusal(hear(cast.moderator, id), 'STORY_NOT_FOUND');
    const hide = as(cast.moderator).reports.resolve({ storyId: id, story: 'hide', note: 'No' });
    await expect(hide).rejects.toEqual(missing);
    await forgetReported(world.services);
    const [stored] = await world.database.prisma.report.findMany({ where: { storyId: id } });
    expect(stored).toMatchObject({ title: null, transcript: null, tags: [] });
    await age(limits.report.reviewHours);
    await assign(cast.colleague, id);
    await expect(read(cast.colleague, id)).rejects.toEqual(missing);
    await as(cast.colleague).reports.dismiss({ storyId: id, note: 'Ya no se puede ver' });
  });

  it('cannot be hidden without a report, so that no appeal reveals its title', async () => {
    const id = await tell(false);
    await expect(as(cast.moderator).stories.hide({ id, reason: 'No' })).rejects.toEqual(missing);
    await expect(as(cast.administrator).stories.hide({ id, reason: 'No' })).rejects.toEqual(missing);
    expect(await logOf(id)).toEqual([]);
  });

  it.each(['administrator', 'moderator'] as const)(
    'is visible only to administrators if its author is a %s, and to none if they are an administrator',
    async (role) => {
      const owner = await world.addUser(`otra${randomUUID().slice(0, 8)}`, role);
      const id = storyId.parse(await createStory(world.database.prisma, { userId: owner.id }));
      await report(cast.ana, id);
      const comment = { id: commentId.parse(randomUUID()), storyId: id, content: 'Lo dije' };
      await world.callAs(owner).comments.create(comment);
      const forbidden = errorCode('FORBIDDEN');
      await expect(as(cast.moderator).reports.review({ storyId: id })).rejects.toEqual(forbidden);
      await expect(as(cast.moderator).stories.hide({ id, reason: 'No' })).rejects.toEqual(forbidden);
      await expect(as(cast.moderator).comments.remove({ id: comment.id, reason: 'No' })).rejects.toEqual(
        forbidden,
      );
      await assign(cast.administrator, id);
      await world.database.prisma.story.update({ where: { id }, data: { published: false } });
      const answers = await Promise.allSettled([read(cast.administrator, id), hear(cast.administrator, id)]);
      const expected = role === 'moderator' ? 'fulfilled' : 'rejected';
      expect(answers.map(({ status }) => status)).toEqual([expected, expected]);
      await as(cast.administrator).comments.remove({ id: comment.id, reason: 'Sí' });
      await world.database.prisma.user.update({ where: { id: owner.id }, data: { role: 'user' } });
    },
  );
});
