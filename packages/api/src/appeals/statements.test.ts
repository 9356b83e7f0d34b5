import { randomUUID } from 'node:crypto';
import { commentId, storyId } from '@relato/contract';
import { createReport, createStory } from '@relato/db/testing/factories';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useModerationWorld } from '../testing/moderation-world.ts';
import { readNotices } from '../testing/read-notices.ts';

const { world, cast, as, tell, takeBack, report } = useModerationWorld();

const restricted = async (viewer: Viewer) =>
  (await readNotices(as(viewer))).map(({ kind, reason, statement }) => ({ kind, reason, statement }));

const year = new Date().getUTCFullYear();
const statements = async () => (await as(cast.administrator).appeals.statements({ year, limit: 50 })).items;

describe('a statement of reasons', () => {
  beforeEach(() => world.database.prisma.statement.deleteMany());

  it('names the rule, the finder and the content to the author, and the outcome to the reporters', async () => {
    const id = await tell();
    await report(cast.ana, id);
    await createReport(world.database.prisma, { storyId: id, reason: 'watched', watched: [] });
    await as(cast.moderator).reports.review({ storyId: id });
    await as(cast.moderator).reports.resolve({ storyId: id, story: 'hide', note: 'Vende', rule: 'spam' });
    const statement = { rule: 'spam', isReported: true, byMachine: true };
    expect(await restricted(cast.author)).toEqual([{ kind: 'story_hidden', reason: 'Vende', statement }]);
    expect(await readNotices(as(cast.ana))).toMatchObject([
      { kind: 'report_hidden', storyId: id, subject: 'Una tarde de lluvia', reason: '', canAppeal: false },
    ]);
    expect(await statements()).toMatchObject([{ kind: 'story_hidden', ...statement }]);
  });

  it('names the finder of a removed comment or a suspended account only if the case was about it', async () => {
    const { prisma } = world.database;
    const id = await tell();
    const [named, other] = [commentId.parse(randomUUID()), commentId.parse(randomUUID())];
    await as(cast.ana).comments.create({ id: named, storyId: id, content: 'Compra malo' });
    await world.visitor.comments.create({ id: other, storyId: id, content: 'Compra ya' });
    const find = { list: 'Insultos', word: 'malo', field: 'comment', atMs: null, commentId: named };
    await createReport(prisma, { storyId: id, reason: 'watched', watched: [find] });
    await as(cast.moderator).users.suspend({ userId: cast.ana.id, reason: 'Acoso', rule: 'respect' });
    await as(cast.moderator).comments.remove({ id: named, reason: 'Acoso', rule: 'respect' });
    await as(cast.moderator).comments.remove({ id: other, reason: 'Anuncio', rule: 'spam' });
    await as(cast.moderator).users.suspend({ userId: cast.author.id, reason: 'Acoso', rule: 'respect' });
    await as(cast.moderator).users.restore({ userId: cast.author.id, reason: 'Error' });
    await report(cast.colleague, id);
    await createReport(prisma, {
      storyId: await createStory(prisma, { userId: cast.author.id }),
      reason: 'watched',
      watched: [{ ...find, commentId: null }],
    });
    await as(cast.moderator).users.suspend({ userId: cast.author.id, reason: 'Acoso', rule: 'respect' });
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
    const id = await tell();
    await report(cast.ana, id);
    await as(cast.moderator).reports.review({ storyId: id });
    await as(cast.moderator).reports.dismiss({ storyId: id, note: 'Se llevan mal' });
    expect(await restricted(cast.ana)).toEqual([{ kind: 'report_kept', reason: '', statement: null }]);
    expect(await restricted(cast.author)).toEqual([]);
    expect(await statements()).toEqual([]);
  });

  it('does not report a story as compliant that no moderator could open, or that is already hidden', async () => {
    const [retracted, hidden] = [await tell(), await tell()];
    for (const id of [retracted, hidden]) {
      await report(cast.ana, id);
      await as(cast.moderator).reports.review({ storyId: id });
    }
    await takeBack(retracted);
    await as(cast.moderator).stories.hide({ id: hidden, reason: 'Vende' });
    await as(cast.moderator).reports.dismiss({ storyId: retracted, note: 'No está' });
    await as(cast.moderator).reports.resolve({ storyId: hidden, story: 'keep', note: 'Ya está' });
    const receipts = await readNotices(as(cast.ana));
    expect(receipts.map(({ kind }) => kind)).toEqual(['report_closed', 'report_closed']);
  });

  it('is stored for every restriction, also of a visitor and of a deleted account, without names', async () => {
    const { prisma } = world.database;
    const id = storyId.parse(await createStory(prisma, { userId: cast.colleague.id }));
    const spoken = { id: commentId.parse(randomUUID()), storyId: id, content: 'Compra ya' };
    await world.visitor.comments.create(spoken);
    await as(cast.moderator).comments.remove({ id: spoken.id, reason: 'Anuncio', rule: 'spam' });
    await as(cast.moderator).stories.hide({ id: await tell(), reason: 'Publicidad' });
    await as(cast.moderator).users.suspend({ userId: cast.author.id, reason: 'Acoso', rule: 'respect' });
    await prisma.user.delete({ where: { id: cast.author.id } });
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
    expect((await as(cast.administrator).appeals.statements({ year: year - 1 })).items).toEqual([]);
  });
});
