import { randomUUID } from 'node:crypto';
import { commentId, storyId, type NoticeId, type StoryId } from '@relato/contract';
import { createReport, createStory } from '@relato/db/testing/factories';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { readNotices } from '../testing/read-notices.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const beto = useUser(world, 'beto');
const moderator = useUser(world, 'moderadora', 'moderator');
const colleague = useUser(world, 'colega', 'moderator');
let ana: Viewer;
beforeEach(async () => {
  ana = await world.addUser(`ana_${randomUUID().slice(0, 8)}`);
});

const as = (viewer: Viewer) => world.callAs(viewer);

async function hideOne(by = moderator): Promise<{ id: StoryId; notice: NoticeId }> {
  const id = storyId.parse(await createStory(world.database.prisma, { userId: ana.id, published: false }));
  await world.callAs(ana).stories.publish({ id });
  await as(by).stories.hide({ id, reason: 'Publicidad' });
  const [notice] = await readNotices(as(ana));
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
    const items = await readNotices(as(ana));
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
    expect(await as(ana).news.unread()).toBe(1);
    await as(ana).appeals.readNotice({ id: notice });
    expect(await as(ana).news.unread()).toBe(0);
    await as(moderator).stories.restore({ id, reason: 'Error' });
    expect(await as(ana).news.unread()).toBe(1);
    await as(ana).news.readAll();
    expect(await as(ana).news.unread()).toBe(0);
  });

  it('cannot be read, marked or answered by another user', async () => {
    const { notice } = await hideOne();
    expect(await readNotices(as(beto))).toEqual([]);
    await expectRefusal(as(beto).appeals.readNotice({ id: notice }), 'NOT_FOUND');
    await expectRefusal(as(beto).appeals.create({ id: notice, text: 'Es mía' }), 'NOT_FOUND');
    expect(await as(ana).news.unread()).toBe(1);
  });

  it('are paged, newest first', async () => {
    const { id } = await hideOne();
    await as(moderator).stories.restore({ id, reason: 'Error' });
    const first = await as(ana).news.list({ limit: 1 });
    const second = await as(ana).news.list({ limit: 1, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ kind }) => kind)).toEqual([
      'story_restored',
      'story_hidden',
    ]);
    expect(second.nextCursor).toBeNull();
  });
});

describe('an appeal', () => {
  it('is accepted once per decision, also when it is sent several times at once', async () => {
    const { notice } = await hideOne();
    const answers = await Promise.allSettled(
      Array.from({ length: 4 }, () => as(ana).appeals.create({ id: notice, text: 'No es publicidad' })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectRefusal(as(ana).appeals.create({ id: notice, text: 'De verdad' }), 'CONFLICT');
    expect(await readNotices(as(ana))).toMatchObject([
      { canAppeal: false, appeal: { text: 'No es publicidad', status: 'open', note: null } },
    ]);
  });

  it('is refused once the decision is withdrawn', async () => {
    const { id, notice } = await hideOne();
    await as(moderator).stories.restore({ id, reason: 'Error' });
    await expectRefusal(as(ana).appeals.create({ id: notice, text: 'Gracias' }), 'CONFLICT');
  });

  it('must be decided by another moderator, if there is one', async () => {
    const { id, notice } = await hideOne();
    await as(ana).appeals.create({ id: notice, text: 'No es publicidad' });
    const appeal = await requireAppeal(moderator, ana);
    expect(appeal).toMatchObject({
      viewer: { canDecide: false },
      decision: { by: { username: 'moderadora' } },
    });
    const decision = { id: appeal.id, decision: 'grant', note: 'Tienes razón' } as const;
    await expectRefusal(as(moderator).appeals.decide(decision), 'APPEAL_OWN_DECISION');
    expect((await requireAppeal(colleague, ana)).viewer.canDecide).toBe(true);
    await as(colleague).appeals.decide(decision);
    expect((await world.visitor.stories.byId({ id })).hidden).toBeNull();
    expect((await world.callAs(ana).profiles.me()).postsCount).toBe(1);
    expect(await readNotices(as(ana))).toMatchObject([
      { readAt: null, appeal: { status: 'granted', note: 'Tienes razón' } },
    ]);
    expect((await as(moderator).admin.log({ targetId: id })).items.map(({ action }) => action)).toEqual([
      'restore-story',
      'grant-appeal',
      'hide-story',
    ]);
    await expectRefusal(as(colleague).appeals.decide(decision), 'CONFLICT');
  });

  it('can be decided by the moderator who made the decision if there is no other', async () => {
    const { notice } = await hideOne();
    await as(ana).appeals.create({ id: notice, text: 'No es publicidad' });
    const { id } = await requireAppeal(moderator, ana);
    const { prisma } = world.database;
    await prisma.user.update({ where: { id: colleague.id }, data: { suspendedAt: new Date() } });
    try {
      await as(moderator).appeals.decide({ id, decision: 'reject', note: 'Lo es' });
    } finally {
      await prisma.user.update({ where: { id: colleague.id }, data: { suspendedAt: null } });
    }
    expect(await readNotices(as(ana))).toMatchObject([{ appeal: { status: 'rejected', note: 'Lo es' } }]);
  });

  it('is never decided by the affected user', async () => {
    const own = storyId.parse(await createStory(world.database.prisma, { userId: colleague.id }));
    const administrator = await world.addUser('jefa', 'administrator');
    await as(administrator).stories.hide({ id: own, reason: 'Publicidad' });
    const [notice] = await readNotices(as(colleague));
    await as(colleague).appeals.create({ id: notice?.id ?? '', text: 'No' });
    const { id, viewer } = await requireAppeal(colleague, colleague);
    expect(viewer.canDecide).toBe(false);
    // Only administrators may decide, not another moderator.
    for (const each of [colleague, moderator]) {
      const decide = as(each).appeals.decide({ id, decision: 'grant', note: 'Sí' });
      await expectRefusal(decide, 'FORBIDDEN');
    }
    // The last administrator may decide although they made the decision.
    await as(administrator).appeals.decide({ id, decision: 'grant', note: 'Sí' });
    await world.database.prisma.user.update({ where: { id: administrator.id }, data: { role: 'user' } });
  });

  it('is granted when the decision is withdrawn at the same time', async () => {
    const { id, notice } = await hideOne();
    await as(ana).appeals.create({ id: notice, text: 'No es publicidad' });
    const appeal = await requireAppeal(colleague, ana);
    const answers = await Promise.allSettled([
      as(moderator).stories.restore({ id, reason: 'Me equivoqué' }),
      as(colleague).appeals.decide({ id: appeal.id, decision: 'grant', note: 'Sí' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: errorCode('CONFLICT'),
    });
    expect((await world.visitor.stories.byId({ id })).id).toBe(id);
    expect((await world.callAs(ana).profiles.me()).postsCount).toBe(1);
    expect(await openAppeals(moderator, ana)).toEqual([]);
  });

  it('SEC-48: restores the original text, whoever tries to reuse the id of the removed comment', async () => {
    const { id: storyOf } = await hideOne();
    await as(moderator).stories.restore({ id: storyOf, reason: 'Error' });
    const id = commentId.parse(randomUUID());
    const say = (viewer: Viewer | null, content: string) =>
      world.callAs(viewer).comments.create({ id, storyId: storyOf, content });
    await say(beto, 'Qué bonito');
    await as(moderator).comments.remove({ id, reason: 'Publicidad' });
    const [notice] = await readNotices(as(beto));
    await as(beto).appeals.create({ id: notice?.id ?? '', text: '¿Por qué?' });
    for (const each of [ana, null, beto]) await expectRefusal(say(each, 'En su lugar'), 'COMMENT_NOT_FOUND');
    const appeal = await requireAppeal(colleague, beto);
    const granted = await as(colleague).appeals.decide({
      id: appeal.id,
      decision: 'grant',
      note: 'Perdona',
    });
    expect(granted).toEqual({ isBack: true });
    const { items } = await world.visitor.comments.list({ storyId: storyOf });
    expect(items).toMatchObject([{ content: 'Qué bonito', author: { username: 'beto' } }]);
    expect((await world.visitor.stories.byId({ id: storyOf })).comments).toBe(1);
    // A new decision about the comment can be appealed again.
    await as(moderator).comments.remove({ id: items[0]?.id ?? id, reason: 'Otra vez' });
    const notices = (await readNotices(as(beto))).filter(({ subject }) => subject === 'Qué bonito');
    expect(notices.slice(0, 2).map(({ canAppeal }) => canAppeal)).toEqual([true, false]);
  });

  it('reports that a comment could not return to a deleted story', async () => {
    const storyOf = storyId.parse(await createStory(world.database.prisma, { userId: ana.id }));
    const id = commentId.parse(randomUUID());
    await as(beto).comments.create({ id, storyId: storyOf, content: 'Qué triste' });
    await as(moderator).comments.remove({ id, reason: 'Publicidad' });
    const [notice] = await readNotices(as(beto));
    await as(beto).appeals.create({ id: notice?.id ?? '', text: '¿Por qué?' });
    await world.database.prisma.story.delete({ where: { id: storyOf } });
    const appeal = await requireAppeal(colleague, beto);
    const decision = { id: appeal.id, decision: 'grant', note: 'Perdona' } as const;
    expect(await as(colleague).appeals.decide(decision)).toEqual({ isBack: false });
    expect((await readNotices(as(beto)))[0]).toMatchObject({ liftedAt: expect.any(Date), isBack: false });
  });
});

/** Suspends the user and returns the token of the mail about it. */
async function suspend(person: Viewer = ana): Promise<string> {
  await as(moderator).users.suspend({ userId: person.id, reason: 'Acoso' });
  return world.readMailedToken(person.email ?? '');
}

describe('a suspended user', () => {
  it('reads the reason and appeals once through the mailed link', async () => {
    const token = await suspend();
    expect(await world.visitor.appeals.noticeByLink({ token })).toMatchObject({
      kind: 'account_suspended',
      reason: 'Acoso',
      canAppeal: true,
    });
    await world.visitor.appeals.createByLink({ token, text: 'No fui yo' });
    const again = world.visitor.appeals.createByLink({ token, text: 'De verdad' });
    await expectRefusal(again, 'CONFLICT');
    const appeal = await requireAppeal(colleague, ana);
    expect(appeal.text).toBe('No fui yo');
    await as(colleague).appeals.decide({ id: appeal.id, decision: 'grant', note: 'Perdona' });
    const found = await world.database.prisma.user.findUniqueOrThrow({ where: { id: ana.id } });
    expect(found.suspendedAt).toBeNull();
    expect((await world.readMails()).findLast(({ to }) => to === ana.email)?.subject).toMatch(
      'vuelve a estar activa',
    );
  });

  it('SEC-20: D20: deletes the account through the link, and a new sign-up gets the usual answer but no account', async () => {
    const { prisma } = world.database;
    const leaver = await world.addUser('quienseva');
    const email = leaver.email ?? '';
    const identity = { provider: 'google', providerUserId: 'g-quienseva' } as const;
    await prisma.identity.create({ data: { ...identity, userId: leaver.id } });
    const token = await suspend(leaver);
    const leave = (by: string) => world.visitor.account.deleteByLink({ token: by, confirmation: 'ELIMINAR' });
    await expectRefusal(leave(`${token}x`), 'LINK_INVALID');
    expect(await prisma.user.count({ where: { id: leaver.id } })).toBe(1);
    await leave(token);
    expect(await prisma.user.count({ where: { id: leaver.id } })).toBe(0);
    await expectRefusal(leave(token), 'LINK_INVALID');
    const signUp = (username: string, address: string) =>
      world.visitor.account.signUp({
        username,
        email: address,
        password: 'tortuga-azul-7',
        acceptsTerms: true,
      });
    expect(await signUp('otravez', email.toUpperCase())).toEqual(await signUp('primera', 'p@example.org'));
    expect(await prisma.user.count({ where: { email } })).toBe(0);
    const mails = (await world.readMails()).filter(({ to }) => to.toLowerCase() === email.toLowerCase());
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Todavía no puedes volver a Relato con este correo',
      'Tu cuenta de Relato está suspendida',
      'Tu cuenta de Relato ya no existe',
    ]);
    const bars = await prisma.signUpBar.findMany();
    expect(bars).toHaveLength(2);
    expect(JSON.stringify(bars)).not.toContain('quienseva');
  });

  it('cannot delete the account through the link once the suspension has ended', async () => {
    const token = await suspend();
    await as(colleague).users.restore({ userId: ana.id, reason: 'Error' });
    const leave = world.visitor.account.deleteByLink({ token, confirmation: 'ELIMINAR' });
    await expectRefusal(leave, 'CONFLICT');
    expect(await world.database.prisma.user.count({ where: { id: ana.id } })).toBe(1);
  });

  it('SEC-11: has a link whose stored form grants no access', async () => {
    const token = await suspend();
    const { appealKey } = await world.database.prisma.notice.findFirstOrThrow({ where: { userId: ana.id } });
    expect(appealKey).not.toBe(token);
    for (const wrong of [appealKey ?? '', `${token}x`, 'x']) {
      await expectRefusal(world.visitor.appeals.noticeByLink({ token: wrong }), 'LINK_INVALID');
    }
  });
});

const restricted = async (viewer: Viewer) =>
  (await readNotices(as(viewer))).map(({ kind, reason, statement }) => ({ kind, reason, statement }));

describe('a statement of reasons', () => {
  const year = new Date().getUTCFullYear();
  const statements = async () => {
    const jefa = await world.addUser(`jefa_${randomUUID().slice(0, 8)}`, 'administrator');
    return (await as(jefa).appeals.statements({ year, limit: 50 })).items;
  };
  beforeEach(() => world.database.prisma.statement.deleteMany());

  it('names the rule, the finder and the content to the author, and the outcome to the reporters', async () => {
    const id = storyId.parse(await createStory(world.database.prisma, { userId: ana.id }));
    const eva = await world.addUser(`eva_${randomUUID().slice(0, 8)}`);
    await as(eva).reports.create({ storyId: id, reason: 'spam' });
    await createReport(world.database.prisma, { storyId: id, reason: 'watched', watched: [] });
    await as(moderator).reports.review({ storyId: id });
    await as(moderator).reports.resolve({ storyId: id, story: 'hide', note: 'Vende', rule: 'spam' });
    const statement = { rule: 'spam', isReported: true, byMachine: true };
    expect(await restricted(ana)).toEqual([{ kind: 'story_hidden', reason: 'Vende', statement }]);
    expect(await readNotices(as(eva))).toMatchObject([
      { kind: 'report_hidden', storyId: id, subject: 'Una tarde de lluvia', reason: '', canAppeal: false },
    ]);
    expect(await statements()).toMatchObject([{ kind: 'story_hidden', ...statement }]);
  });

  it('names the finder of a removed comment or a suspended account only if the case was about it', async () => {
    const { prisma } = world.database;
    const id = storyId.parse(await createStory(prisma, { userId: ana.id }));
    const eva = await world.addUser(`eva_${randomUUID().slice(0, 8)}`);
    const [named, other] = [commentId.parse(randomUUID()), commentId.parse(randomUUID())];
    await as(eva).comments.create({ id: named, storyId: id, content: 'Compra malo' });
    await world.visitor.comments.create({ id: other, storyId: id, content: 'Compra ya' });
    const find = { list: 'Insultos', word: 'malo', field: 'comment', atMs: null, commentId: named };
    await createReport(prisma, { storyId: id, reason: 'watched', watched: [find] });
    await as(moderator).users.suspend({ userId: eva.id, reason: 'Acoso', rule: 'respect' });
    await as(moderator).comments.remove({ id: named, reason: 'Acoso', rule: 'respect' });
    await as(moderator).comments.remove({ id: other, reason: 'Anuncio', rule: 'spam' });
    await as(moderator).users.suspend({ userId: ana.id, reason: 'Acoso', rule: 'respect' });
    await as(moderator).users.restore({ userId: ana.id, reason: 'Error' });
    await as(beto).reports.create({ storyId: id, reason: 'spam' });
    await createReport(prisma, {
      storyId: await createStory(prisma, { userId: ana.id }),
      reason: 'watched',
      watched: [{ ...find, commentId: null }],
    });
    await as(moderator).users.suspend({ userId: ana.id, reason: 'Acoso', rule: 'respect' });
    const kept = await statements();
    expect(kept.map(({ kind, isReported, byMachine }) => [kind, isReported, byMachine])).toEqual([
      ['account_suspended', false, true],
      ['comment_removed', false, true],
      ['comment_removed', false, false],
      ['account_suspended', false, false],
      ['account_suspended', true, true],
    ]);
  });

  it("notifies the reporters that a story stays, without the moderator's note", async () => {
    const id = storyId.parse(await createStory(world.database.prisma, { userId: ana.id }));
    const eva = await world.addUser(`eva_${randomUUID().slice(0, 8)}`);
    await as(eva).reports.create({ storyId: id, reason: 'spam' });
    await as(moderator).reports.review({ storyId: id });
    await as(moderator).reports.dismiss({ storyId: id, note: 'Se llevan mal' });
    expect(await restricted(eva)).toEqual([{ kind: 'report_kept', reason: '', statement: null }]);
    expect(await restricted(ana)).toEqual([]);
    expect(await statements()).toEqual([]);
  });

  it('does not report a story as compliant that no moderator could open, or that is already hidden', async () => {
    const { prisma } = world.database;
    const retracted = storyId.parse(
      await createStory(prisma, { userId: ana.id, title: 'Retirada', published: false, publishedAt: null }),
    );
    const hidden = storyId.parse(await createStory(prisma, { userId: ana.id, title: 'Oculta' }));
    await as(ana).stories.publish({ id: retracted });
    const eva = await world.addUser(`eva_${randomUUID().slice(0, 8)}`);
    for (const id of [retracted, hidden]) {
      await as(eva).reports.create({ storyId: id, reason: 'spam' });
      await as(moderator).reports.review({ storyId: id });
    }
    await as(ana).stories.unpublish({ id: retracted });
    await as(moderator).stories.hide({ id: hidden, reason: 'Vende' });
    await as(moderator).reports.dismiss({ storyId: retracted, note: 'No está' });
    await as(moderator).reports.resolve({ storyId: hidden, story: 'keep', note: 'Ya está' });
    const receipts = await readNotices(as(eva));
    expect(receipts.map(({ kind }) => kind)).toEqual(['report_closed', 'report_closed']);
  });

  it('is stored for every restriction, also of a visitor and of a deleted account, without names', async () => {
    const { prisma } = world.database;
    const id = storyId.parse(await createStory(prisma, { userId: beto.id }));
    const spoken = { id: commentId.parse(randomUUID()), storyId: id, content: 'Compra ya' };
    await world.visitor.comments.create(spoken);
    await as(moderator).comments.remove({ id: spoken.id, reason: 'Anuncio', rule: 'spam' });
    await hideOne();
    await as(moderator).users.suspend({ userId: ana.id, reason: 'Acoso', rule: 'respect' });
    await prisma.user.delete({ where: { id: ana.id } });
    const kept = await statements();
    expect(kept.map(({ kind, rule, isReported }) => [kind, rule, isReported])).toEqual([
      ['comment_removed', 'spam', false],
      ['story_hidden', null, false],
      ['account_suspended', 'respect', false],
    ]);
    expect(Object.keys(kept[0] ?? {}).toSorted()).toEqual([
      'byMachine',
      'contentAt',
      'createdAt',
      'id',
      'isReported',
      'kind',
      'rule',
    ]);
    const jefa = await world.addUser(`jefa_${randomUUID().slice(0, 8)}`, 'administrator');
    expect((await as(jefa).appeals.statements({ year: year - 1 })).items).toEqual([]);
    await expect(as(moderator).appeals.statements({ year })).rejects.toEqual(errorCode('FORBIDDEN'));
  });
});
