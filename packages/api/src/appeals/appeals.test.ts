import { randomUUID } from 'node:crypto';
import { commentId, storyId, type NoticeId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useModerationWorld } from '../testing/moderation-world.ts';
import { readNotices } from '../testing/read-notices.ts';

const { world, cast, as, tell } = useModerationWorld();

async function hideOne(): Promise<{ id: StoryId; notice: NoticeId }> {
  const id = await tell();
  await as(cast.moderator).stories.hide({ id, reason: 'Publicidad' });
  const [notice] = await readNotices(as(cast.author));
  if (!notice) throw new Error('Nobody was told');
  return { id, notice: notice.id };
}

const openAppeals = async (viewer: Viewer, user: Viewer) =>
  (await as(viewer).appeals.list({ limit: 50 })).items.filter((appeal) => appeal.user.id === user.id);
async function requireAppeal(viewer: Viewer, user: Viewer) {
  const [appeal] = await openAppeals(viewer, user);
  if (!appeal) throw new Error('There is no appeal');
  return appeal;
}

describe('notices', () => {
  it('show the affected user the decision and its reason but not the moderator, and count as unread until they are read', async () => {
    const { id, notice } = await hideOne();
    const items = await readNotices(as(cast.author));
    expect(JSON.stringify(items)).not.toMatch(/moderadora|decidedBy/);
    expect(items).toMatchObject([
      {
        kind: 'story_hidden',
        storyId: id,
        subject: 'Una tarde de lluvia',
        reason: 'Publicidad',
        canAppeal: true,
      },
    ]);
    expect(await as(cast.author).news.unread()).toBe(1);
    await as(cast.author).appeals.readNotice({ id: notice });
    expect(await as(cast.author).news.unread()).toBe(0);
    await as(cast.moderator).stories.restore({ id, reason: 'Error' });
    expect(await as(cast.author).news.unread()).toBe(1);
    await as(cast.author).news.readAll();
    expect(await as(cast.author).news.unread()).toBe(0);
  });

  it('cannot be read, marked or answered by another user', async () => {
    const { notice } = await hideOne();
    expect(await readNotices(as(cast.ana))).toEqual([]);
    await expectRefusal(as(cast.ana).appeals.readNotice({ id: notice }), 'NOT_FOUND');
    await expectRefusal(as(cast.ana).appeals.create({ id: notice, text: 'Es mía' }), 'NOT_FOUND');
    expect(await as(cast.author).news.unread()).toBe(1);
  });

  it('are paged, newest first', async () => {
    const { id } = await hideOne();
    await as(cast.moderator).stories.restore({ id, reason: 'Error' });
    const first = await as(cast.author).news.list({ limit: 1 });
    const second = await as(cast.author).news.list({ limit: 1, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ kind }) => kind)).toEqual([
      'story_restored',
      'story_hidden',
    ]);
    expect(second.nextCursor).toBeNull();
  });

  it('return to the top of the list when their appeal is decided, also across pages', async () => {
    const { notice } = await hideOne();
    await as(cast.author).appeals.create({ id: notice, text: 'No es publicidad' });
    const { notice: newer } = await hideOne();
    const { id } = await requireAppeal(cast.colleague, cast.author);
    await as(cast.colleague).appeals.decide({ id, decision: 'reject', note: 'Lo es' });
    const first = await as(cast.author).news.list({ limit: 1 });
    const second = await as(cast.author).news.list({ limit: 1, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map((item) => item.id)).toEqual([notice, newer]);
    expect(second.nextCursor).toBeNull();
  });
});

describe('an appeal', () => {
  it('is accepted once per decision, also when it is sent several times at once', async () => {
    const { notice } = await hideOne();
    const answers = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        as(cast.author).appeals.create({ id: notice, text: 'No es publicidad' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectRefusal(as(cast.author).appeals.create({ id: notice, text: 'De verdad' }), 'CONFLICT');
    expect(await readNotices(as(cast.author))).toMatchObject([
      { canAppeal: false, appeal: { text: 'No es publicidad', status: 'open', note: null } },
    ]);
  });

  it('is refused once the decision is withdrawn', async () => {
    const { id, notice } = await hideOne();
    await as(cast.moderator).stories.restore({ id, reason: 'Error' });
    await expectRefusal(as(cast.author).appeals.create({ id: notice, text: 'Gracias' }), 'CONFLICT');
  });

  it('must be decided by another moderator, if there is one', async () => {
    const { id, notice } = await hideOne();
    await as(cast.author).appeals.create({ id: notice, text: 'No es publicidad' });
    const appeal = await requireAppeal(cast.moderator, cast.author);
    expect(appeal).toMatchObject({
      viewer: { canDecide: false },
      decision: { by: { username: 'moderadora' } },
    });
    const decision = { id: appeal.id, decision: 'grant', note: 'Tienes razón' } as const;
    await expectRefusal(as(cast.moderator).appeals.decide(decision), 'APPEAL_OWN_DECISION');
    expect((await requireAppeal(cast.colleague, cast.author)).viewer.canDecide).toBe(true);
    await as(cast.colleague).appeals.decide(decision);
    expect((await world.visitor.stories.byId({ id })).hidden).toBeNull();
    expect((await world.callAs(cast.author).profiles.me()).postsCount).toBe(1);
    expect(await readNotices(as(cast.author))).toMatchObject([
      { readAt: null, appeal: { status: 'granted', note: 'Tienes razón' } },
    ]);
    expect((await as(cast.moderator).admin.log({ targetId: id })).items.map(({ action }) => action)).toEqual([
      'restore-story',
      'grant-appeal',
      'hide-story',
    ]);
    await expectRefusal(as(cast.colleague).appeals.decide(decision), 'CONFLICT');
  });

  it('can be decided by the moderator who made the decision if there is no other', async () => {
    const { notice } = await hideOne();
    await as(cast.author).appeals.create({ id: notice, text: 'No es publicidad' });
    const { id } = await requireAppeal(cast.moderator, cast.author);
    const { user } = world.database.prisma;
    const where = { id: { in: [cast.colleague.id, cast.administrator.id] } };
    await user.updateMany({ where, data: { suspendedAt: new Date() } });
    try {
      await as(cast.moderator).appeals.decide({ id, decision: 'reject', note: 'Lo es' });
    } finally {
      await user.updateMany({ where, data: { suspendedAt: null } });
    }
    expect(await readNotices(as(cast.author))).toMatchObject([
      { appeal: { status: 'rejected', note: 'Lo es' } },
    ]);
  });

  it('is never decided by the affected user', async () => {
    const own = storyId.parse(await createStory(world.database.prisma, { userId: cast.colleague.id }));
    await as(cast.administrator).stories.hide({ id: own, reason: 'Publicidad' });
    const [notice] = await readNotices(as(cast.colleague));
    await as(cast.colleague).appeals.create({ id: notice?.id ?? '', text: 'No' });
    const { id, viewer } = await requireAppeal(cast.colleague, cast.colleague);
    expect(viewer.canDecide).toBe(false);
    // Only administrators may decide, not another moderator.
    for (const each of [cast.colleague, cast.moderator]) {
      const decide = as(each).appeals.decide({ id, decision: 'grant', note: 'Sí' });
      await expectRefusal(decide, 'FORBIDDEN');
    }
    // The last administrator may decide although they made the decision.
    expect((await requireAppeal(cast.administrator, cast.colleague)).viewer.canDecide).toBe(true);
    await as(cast.administrator).appeals.decide({ id, decision: 'grant', note: 'Sí' });
  });

  it('is granted when the decision is withdrawn at the same time', async () => {
    const { id, notice } = await hideOne();
    await as(cast.author).appeals.create({ id: notice, text: 'No es publicidad' });
    const appeal = await requireAppeal(cast.colleague, cast.author);
    const answers = await Promise.allSettled([
      as(cast.moderator).stories.restore({ id, reason: 'Me equivoqué' }),
      as(cast.colleague).appeals.decide({ id: appeal.id, decision: 'grant', note: 'Sí' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: errorCode('CONFLICT'),
    });
    expect((await world.visitor.stories.byId({ id })).id).toBe(id);
    expect((await world.callAs(cast.author).profiles.me()).postsCount).toBe(1);
    expect(await openAppeals(cast.moderator, cast.author)).toEqual([]);
  });

  it('SEC-48: restores the original text, whoever tries to reuse the id of the removed comment', async () => {
    const { id: storyOf } = await hideOne();
    await as(cast.moderator).stories.restore({ id: storyOf, reason: 'Error' });
    const id = commentId.parse(randomUUID());
    const say = (viewer: Viewer | null, content: string) =>
      world.callAs(viewer).comments.create({ id, storyId: storyOf, content });
    await say(cast.ana, 'Qué bonito');
    await as(cast.moderator).comments.remove({ id, reason: 'Publicidad' });
    const [notice] = await readNotices(as(cast.ana));
    await as(cast.ana).appeals.create({ id: notice?.id ?? '', text: '¿Por qué?' });
    for (const each of [cast.author, null, cast.ana])
      await expectRefusal(say(each, 'En su lugar'), 'COMMENT_NOT_FOUND');
    const appeal = await requireAppeal(cast.colleague, cast.ana);
    const granted = await as(cast.colleague).appeals.decide({
      id: appeal.id,
      decision: 'grant',
      note: 'Perdona',
    });
    expect(granted).toEqual({ isBack: true });
    const { items } = await world.visitor.comments.list({ storyId: storyOf });
    expect(items).toMatchObject([{ id, content: 'Qué bonito', author: { username: cast.ana.username } }]);
    await expectRefusal(say(cast.author, 'En su lugar'), 'CONFLICT');
    expect((await world.visitor.stories.byId({ id: storyOf })).comments).toBe(1);
    // A new decision about the comment can be appealed again.
    await as(cast.moderator).comments.remove({ id, reason: 'Otra vez' });
    await expectRefusal(say(cast.ana, 'Qué bonito'), 'COMMENT_NOT_FOUND');
    const notices = (await readNotices(as(cast.ana))).filter(({ subject }) => subject === 'Qué bonito');
    expect(notices.slice(0, 2).map(({ canAppeal }) => canAppeal)).toEqual([true, false]);
  });

  it('reports that a comment could not return to a deleted story', async () => {
    const storyOf = await tell();
    const id = commentId.parse(randomUUID());
    await as(cast.ana).comments.create({ id, storyId: storyOf, content: 'Qué triste' });
    await as(cast.moderator).comments.remove({ id, reason: 'Publicidad' });
    const [notice] = await readNotices(as(cast.ana));
    await as(cast.ana).appeals.create({ id: notice?.id ?? '', text: '¿Por qué?' });
    await world.database.prisma.story.delete({ where: { id: storyOf } });
    const appeal = await requireAppeal(cast.colleague, cast.ana);
    const decision = { id: appeal.id, decision: 'grant', note: 'Perdona' } as const;
    expect(await as(cast.colleague).appeals.decide(decision)).toEqual({ isBack: false });
    expect((await readNotices(as(cast.ana)))[0]).toMatchObject({ liftedAt: expect.any(Date), isBack: false });
  });
});
