import { randomUUID } from 'node:crypto';
import type { StoryId } from '@relato/contract';
import { createReport } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { correctStories, toWords } from '../testing/corrections/corrected-stories.ts';
import { countRemovals } from '../testing/count-removals.ts';
import { happenedTo, useModerationWorld } from '../testing/moderation-world.ts';
import { readNotices } from '../testing/read-notices.ts';

const { world, cast, as, report, logOf } = useModerationWorld();
const { tell, receive, rewrite } = correctStories(world, cast.author, 'Vino la guagua con papas');
const bus = { startMs: 200, endMs: 280, text: 'guagua' };

const explanationsOf = async (id: StoryId) => (await as(cast.author).stories.byId({ id })).explanations ?? [];

/** Lets a listener explain a word of a story, and the author accept. Returns the id of the explanation. */
async function explain(id: StoryId, viewer: Viewer = cast.ana, explanation = 'autobús'): Promise<string> {
  await as(viewer).corrections.explain({ id, ...bus, explanation, regions: ['canarias'] });
  const [waiting] = await receive(id);
  if (!waiting) throw new Error('Nothing waits');
  await as(cast.author).corrections.decide({ id: waiting.id, isAccepted: true });
  return waiting.id;
}

const remove = (id: string, viewer: Viewer = cast.moderator) =>
  as(viewer).corrections.removeAsModerator({ id, reason: 'Es un insulto', rule: 'respect' });

/** Lets the user appeal their last notice, and a colleague of the moderator grant the appeal. */
async function appeal(viewer: Viewer = cast.ana) {
  const [notice] = await readNotices(as(viewer));
  await as(viewer).appeals.create({ id: notice?.id ?? '', text: 'Así se dice aquí' });
  const { items } = await as(cast.colleague).appeals.list({ limit: 50 });
  const { id } = items.find(({ user }) => user.id === viewer.id) ?? { id: randomUUID() };
  return as(cast.colleague).appeals.decide({ id, decision: 'grant', note: 'Tienes razón' });
}

describe('corrections.removeAsModerator', () => {
  it('SEC-07: takes it away from the readers of a replica too, as its user does', async () => {
    const id = await tell();
    const told: number[] = [];
    const explanation = await explain(id);
    told.push(await countRemovals(world));
    await remove(explanation);
    told.push(await countRemovals(world));
    const own = await explain(id, cast.ana, 'bus');
    await as(cast.ana).corrections.removeExplanation({ id: own });
    told.push(await countRemovals(world));
    expect(told.map((count) => count - (told[0] ?? 0))).toEqual([0, 1, 2]);
  });

  it('SEC-49: an explanation that its author gave after the story was hidden is not shown to moderators', async () => {
    const id = await tell();
    await explain(id);
    await as(cast.moderator).stories.hide({ id, reason: 'Spam' });
    const papas = { startMs: 400, endMs: 480, text: 'papas' };
    await as(cast.author).corrections.explain({
      id,
      ...papas,
      explanation: 'patatas',
      regions: ['canarias'],
    });
    expect(await explanationsOf(id)).toHaveLength(2);
    const { explanations } = await as(cast.moderator).stories.byId({ id });
    expect(explanations).toMatchObject([{ explanation: 'autobús' }]);
  });

  it('removes an explanation permanently and once, and tells its user the reason', async () => {
    const id = await tell();
    const explanation = await explain(id);
    const answers = await Promise.all(
      [cast.moderator, cast.colleague].map((each) => happenedTo(remove(explanation, each))),
    );
    expect(answers.filter((answer) => answer !== null)).toMatchObject([
      { code: 'CONFLICT', action: 'remove-explanation' },
    ]);
    expect(await explanationsOf(id)).toEqual([]);
    expect(await readNotices(as(cast.ana))).toMatchObject([
      {
        kind: 'explanation_removed',
        subject: 'guagua: autobús',
        reason: 'Es un insulto',
        storyId: id,
        statement: { rule: 'respect', isReported: false, byMachine: false },
        readAt: null,
        isBack: null,
        canAppeal: true,
      },
    ]);
    expect(await as(cast.ana).news.unread()).toBeGreaterThan(0);
    expect(await logOf(explanation)).toEqual([['remove-explanation', expect.any(String), 'Es un insulto']]);
    // The author is not asked about the same explanation again.
    await as(cast.ana).corrections.explain({ id, ...bus, explanation: 'autobús', regions: ['caribe'] });
    expect(await receive(id)).toEqual([]);
  });

  it("refuses the author's own words that were removed, but not what the author removed from others", async () => {
    const id = await tell();
    const own = (explanation: string, regions: readonly ['canarias' | 'caribe'] = ['canarias']) =>
      as(cast.author).corrections.explain({ id, ...bus, explanation, regions: [...regions] });
    await own('insulto');
    await remove((await explanationsOf(id))[0]?.id ?? '');
    await expectRefusal(own('insulto'), 'EXPLANATION_NOT_FOUND');
    await expectRefusal(own('Insulto', ['caribe']), 'EXPLANATION_NOT_FOUND');
    const others = await explain(id);
    await as(cast.author).corrections.removeExplanation({ id: others });
    await own('autobús');
    expect(await explanationsOf(id)).toMatchObject([{ explanation: 'autobús' }]);
  });

  it("removes one from a hidden story, and an author's own one from a shared reply", async () => {
    const id = await tell();
    const explanation = await explain(id);
    await world.database.prisma.story.update({ where: { id }, data: { hiddenAt: new Date() } });
    await remove(explanation);
    const origin = { originId: await world.publishStory(cast.ana), originKind: 'reply' } as const;
    const heard = { ...origin, published: false, publishedAt: null };
    for (const isLetIn of [true, false]) {
      const reply = await tell({ ...heard, isLetIn });
      await as(cast.author).corrections.explain({ id: reply, ...bus, explanation: 'x', regions: ['chile'] });
      const [own] = await explanationsOf(reply);
      if (isLetIn) await remove(own?.id ?? '');
      else await expectRefusal(remove(own?.id ?? ''), 'EXPLANATION_NOT_FOUND');
    }
    expect(await readNotices(as(cast.author))).toMatchObject([{ subject: 'guagua: x' }]);
  });

  it('is for moderators, for users whom they may judge, and for visible explanations', async () => {
    const id = await tell();
    await expectRefusal(remove(randomUUID()), 'EXPLANATION_NOT_FOUND');
    const own = await explain(id, cast.moderator, 'bus');
    await expectRefusal(remove(own), 'FORBIDDEN');
    await expectRefusal(remove(own, cast.colleague), 'FORBIDDEN');
    const shown = await explain(id);
    for (const viewer of [cast.ana, cast.author]) await expectRefusal(remove(shown, viewer), 'FORBIDDEN');
    await as(cast.ana).corrections.propose({ id, ...bus, said: 'huahua' });
    const [correction] = await receive(id);
    await expectRefusal(remove(correction?.id ?? ''), 'EXPLANATION_NOT_FOUND');
    await as(cast.author).corrections.decide({ id: correction?.id ?? '', isAccepted: false });
    // A correction is part of the text of the story by now.
    const potatoes = { id, startMs: 400, endMs: 480, text: 'papas', said: 'patatas' };
    await as(cast.ana).corrections.propose(potatoes);
    const [accepted] = await receive(id);
    await as(cast.author).corrections.decide({ id: accepted?.id ?? '', isAccepted: true });
    await expectRefusal(remove(accepted?.id ?? ''), 'EXPLANATION_NOT_FOUND');
    await as(cast.ana).corrections.explain({ id, ...bus, explanation: 'ómnibus', regions: ['caribe'] });
    const [waiting] = await receive(id);
    await expectRefusal(remove(waiting?.id ?? ''), 'EXPLANATION_NOT_FOUND');
    await as(cast.author).corrections.decide({ id: waiting?.id ?? '', isAccepted: false });
    await expectRefusal(remove(waiting?.id ?? ''), 'EXPLANATION_NOT_FOUND');
    await world.database.prisma.story.update({ where: { id }, data: { published: false } });
    await expectRefusal(remove(shown), 'EXPLANATION_NOT_FOUND');
    expect(await readNotices(as(cast.ana))).toEqual([]);
  });

  it('names the finder: reports of the story, and the machine only if its report named the explanation', async () => {
    const id = await tell();
    const beto = await world.addUser(`beto_${randomUUID().slice(0, 8)}`);
    const [named, other] = [await explain(id), await explain(id, beto, 'bus')];
    const find = { list: 'Insultos', word: 'autobus', field: 'explanation', atMs: 200, commentId: null };
    const watched = [{ ...find, explanationId: named }];
    await createReport(world.database.prisma, { storyId: id, reason: 'watched', watched });
    await remove(other);
    await report(beto, id);
    await remove(named);
    const [told] = await readNotices(as(beto));
    expect(told?.statement).toEqual({ rule: 'respect', isReported: false, byMachine: false });
    const [toldAna] = await readNotices(as(cast.ana));
    expect(toldAna?.statement).toEqual({ rule: 'respect', isReported: true, byMachine: true });
    const { items } = await as(cast.administrator).appeals.statements({
      year: new Date().getUTCFullYear(),
      limit: 50,
    });
    expect(items.slice(-2)).toMatchObject([
      { kind: 'explanation_removed', byMachine: false, contentAt: expect.any(Date) },
      { kind: 'explanation_removed', byMachine: true, contentAt: expect.any(Date) },
    ]);
  });

  it("does not attribute a find in another user's explanation to the author of the story", async () => {
    const id = await tell();
    const explanationId = await explain(id);
    const find = { list: 'Insultos', word: 'autobus', field: 'explanation', atMs: 200, commentId: null };
    const watched = [{ ...find, explanationId }];
    await createReport(world.database.prisma, { storyId: id, reason: 'watched', watched });
    const found = async (viewer: Viewer) => {
      await as(cast.moderator).users.suspend({ userId: viewer.id, reason: 'Acoso', rule: 'respect' });
      const where = { userId: viewer.id, kind: 'account_suspended' } as const;
      const { statement } = await world.database.prisma.notice.findFirstOrThrow({
        where,
        select: { statement: { select: { byMachine: true } } },
      });
      return statement?.byMachine;
    };
    expect(await found(cast.ana)).toBe(true);
    expect(await found(cast.author)).toBe(false);
  });
});

describe('a granted appeal', () => {
  it('restores the explanation at its words, wherever they are by now', async () => {
    const id = await tell();
    const explanation = await explain(id);
    await remove(explanation);
    await rewrite(id, 'Ayer, al fin, vino la guagua con papas');
    expect(await appeal()).toEqual({ isBack: true });
    expect(await explanationsOf(id)).toMatchObject([
      { id: explanation, word: 'guagua', explanation: 'autobús', range: { from: 5, to: 5 } },
    ]);
    const [notice] = await readNotices(as(cast.ana));
    expect(notice).toMatchObject({
      liftedAt: expect.any(Date),
      isBack: true,
      readAt: null,
      appeal: { status: 'granted', note: 'Tienes razón' },
    });
    expect((await logOf(explanation)).map(([action]) => action)).toEqual([
      'grant-appeal',
      'remove-explanation',
    ]);
    // A new decision about the explanation can be appealed again.
    await remove(explanation);
    expect((await readNotices(as(cast.ana))).map(({ canAppeal }) => canAppeal)).toEqual([true, false]);
  });

  it('stores the words in the spelling of a newer transcript', async () => {
    const id = await tell();
    const explanation = await explain(id);
    await remove(explanation);
    const transcript = 'Vino la Guagua. Con papas';
    const transcriptWords = toWords(transcript, 40);
    await world.database.prisma.story.update({ where: { id }, data: { transcript, transcriptWords } });
    expect(await appeal()).toEqual({ isBack: true });
    const row = await world.database.prisma.correction.findUniqueOrThrow({ where: { id: explanation } });
    expect(row).toMatchObject({ text: 'Guagua.', startMs: 240, endMs: 320 });
  });

  it.each([
    ['the words are gone', (id: StoryId) => rewrite(id, 'Vino el tren con papas')],
    ['the story is gone', (id: StoryId) => world.database.prisma.story.delete({ where: { id } })],
  ])('tells both that the explanation could not return if %s', async (_, change) => {
    const id = await tell();
    const explanation = await explain(id);
    await remove(explanation);
    await change(id);
    expect(await appeal()).toEqual({ isBack: false });
    expect((await readNotices(as(cast.ana)))[0]).toMatchObject({
      liftedAt: expect.any(Date),
      isBack: false,
    });
    expect(await world.database.prisma.correction.count({ where: { id: explanation } })).toBe(0);
  });

  it('keeps a newer explanation of its user, and deletes the declined one', async () => {
    const id = await tell();
    const explanation = await explain(id);
    await remove(explanation);
    const later = await explain(id, cast.ana, 'bus');
    expect(await appeal()).toEqual({ isBack: false });
    expect(await explanationsOf(id)).toMatchObject([{ id: later, explanation: 'bus' }]);
    await as(cast.ana).corrections.removeExplanation({ id: later });
    // The declined explanation is gone, so a new one is accepted.
    expect(await explain(id)).not.toBe(explanation);
  });

  it('does not restore the explanation if it is rejected', async () => {
    const id = await tell();
    await remove(await explain(id));
    const [notice] = await readNotices(as(cast.ana));
    await as(cast.ana).appeals.create({ id: notice?.id ?? '', text: 'Así se dice aquí' });
    const { items } = await as(cast.colleague).appeals.list({ limit: 50 });
    const open = items.find(({ user }) => user.id === cast.ana.id);
    expect(open?.decision).toMatchObject({ kind: 'explanation_removed', subject: 'guagua: autobús' });
    const decision = { id: open?.id ?? '', decision: 'reject', note: 'Se mantiene' } as const;
    expect(await as(cast.colleague).appeals.decide(decision)).toEqual({ isBack: null });
    expect(await explanationsOf(id)).toEqual([]);
    expect((await readNotices(as(cast.ana)))[0]).toMatchObject({ liftedAt: null, isBack: null });
  });
});
