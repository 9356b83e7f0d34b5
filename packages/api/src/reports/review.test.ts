import { randomUUID } from 'node:crypto';
import { storyId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { readPages } from '../testing/read-pages.ts';
import { happenedTo, useModerationWorld } from '../testing/moderation-world.ts';

const { world, cast, as, tell, report, caseOf, logOf } = useModerationWorld();

const statusesOf = async (id: StoryId) =>
  (await world.database.prisma.report.findMany({ where: { storyId: id } })).map(({ status }) => status);

describe('the queue of reports', () => {
  it('groups reports by story with their reasons and numbers, oldest first', async () => {
    const [first, second] = [await tell(), await tell()];
    await report(cast.ana, first, 'harassment');
    await report(null, second);
    await report(null, first);
    await report(null, first);
    const { prisma } = world.database;
    const createdAt = new Date(Date.now() - 60_000);
    await prisma.report.updateMany({ where: { storyId: first }, data: { createdAt } });
    const { items } = await as(cast.moderator).reports.queue({ status: 'pending', limit: 50 });
    const cases = items.filter(({ story }) => story.author.id === cast.author.id);
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
      story: { published: true, hidden: null, author: { username: cast.author.username, suspended: false } },
    });
  });

  it('lists the reported seconds, a thousand reports of one second as one', async () => {
    const id = await tell();
    const { prisma } = world.database;
    const at = (atMs: number | null, count: number) =>
      prisma.report.createMany({
        data: Array.from({ length: count }, () => ({
          id: randomUUID(),
          storyId: id,
          reason: 'spam' as const,
          atMs,
        })),
      });
    await at(2_300, 1);
    await at(1_999, 600);
    await at(1_000, 400);
    await at(null, 3);
    expect(await caseOf(id)).toMatchObject({
      reportsCount: 1_004,
      places: [
        { atMs: 1_000, count: 1_000 },
        { atMs: 2_000, count: 1 },
      ],
    });
  });

  it('pages without gaps in every status, and shows each story once', async () => {
    const ids = [await tell(), await tell(), await tell()];
    for (const id of ids) {
      await report(null, id);
      await report(cast.ana, id);
    }
    const walk = async (status: 'pending' | 'reviewing' | 'resolved' | 'dismissed' | undefined) => {
      const pages = await readPages((cursor) =>
        as(cast.moderator).reports.queue({ status, cursor, limit: 1 }),
      );
      const seen = pages.flat().map(({ story }) => story.id);
      return seen.filter((id) => ids.includes(storyId.parse(id)));
    };
    expect(await walk('pending')).toEqual(ids);
    expect(await walk(undefined)).toEqual(ids);
    for (const id of ids) await as(cast.moderator).reports.review({ storyId: id });
    expect(await walk('pending')).toEqual([]);
    expect(await walk('reviewing')).toEqual(ids);
    for (const id of ids) await as(cast.moderator).reports.dismiss({ storyId: id, note: 'Nada malo' });
    expect(await walk(undefined)).toEqual([]);
    expect(await walk('dismissed')).toEqual(ids.toReversed());
  });

  it('returns whether the viewer may suspend the author', async () => {
    const own = await tell();
    const collegial = storyId.parse(await createStory(world.database.prisma, { userId: cast.colleague.id }));
    for (const id of [own, collegial]) await report(cast.ana, id);
    const maySuspend = (viewer: Viewer) =>
      Promise.all([own, collegial].map(async (id) => (await caseOf(id, viewer))?.viewer.canSuspendAuthor));
    expect(await maySuspend(cast.moderator)).toEqual([true, false]);
    expect(await maySuspend(cast.administrator)).toEqual([true, true]);
    await as(cast.moderator).users.suspend({ userId: cast.author.id, reason: 'Spam' });
    expect(await maySuspend(cast.administrator)).toEqual([false, true]);
  });

  it('leaves out deleted stories', async () => {
    const id = await tell();
    await report(cast.ana, id);
    await world.callAs(cast.author).stories.delete({ id });
    expect(await caseOf(id)).toBeUndefined();
    await expectRefusal(as(cast.moderator).reports.review({ storyId: id }), 'STORY_NOT_FOUND');
  });
});

describe('a report', () => {
  it('is reviewed by one moderator: a concurrent second one gets CONFLICT', async () => {
    const id = await tell();
    await report(cast.ana, id);
    const answers = await Promise.all(
      [cast.moderator, cast.colleague].map((each) => happenedTo(as(each).reports.review({ storyId: id }))),
    );
    const refused = answers.filter((answer) => answer !== null);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ code: 'CONFLICT', action: 'review-reports' });
    expect(await statusesOf(id)).toEqual(['reviewing']);
    expect(await logOf(id)).toHaveLength(1);
  });

  it('can be reviewed again by the same moderator, which includes newer reports', async () => {
    const id = await tell();
    await report(cast.ana, id);
    await as(cast.moderator).reports.review({ storyId: id });
    await report(null, id);
    await as(cast.moderator).reports.review({ storyId: id });
    expect(await statusesOf(id)).toEqual(['reviewing', 'reviewing']);
  });

  it('cannot be decided before it is reviewed', async () => {
    const id = await tell();
    await report(cast.ana, id);
    await expectRefusal(as(cast.moderator).reports.dismiss({ storyId: id, note: 'No' }), 'CONFLICT');
    await expectRefusal(
      as(cast.moderator).reports.resolve({ storyId: id, story: 'hide', note: 'No' }),
      'CONFLICT',
    );
    expect(await statusesOf(id)).toEqual(['pending']);
    expect((await world.visitor.stories.byId({ id })).id).toBe(id);
  });

  it.each(['hide', 'keep'] as const)('is resolved with a note, the story: %s', async (fate) => {
    const id = await tell();
    await report(cast.ana, id);
    await report(null, id);
    await as(cast.moderator).reports.review({ storyId: id });
    await report(null, id);
    await as(cast.moderator).reports.resolve({ storyId: id, story: fate, note: 'Es publicidad' });
    expect(await statusesOf(id)).toEqual(['resolved', 'resolved', 'resolved']);
    const hides = [['hide-story', 'moderadora', 'Es publicidad']];
    expect(await logOf(id)).toEqual([
      ...(fate === 'hide' ? hides : []),
      ['resolve-reports', 'moderadora', 'Es publicidad'],
      ['review-reports', 'moderadora', null],
    ]);
    const seen = await world.visitor.stories.byIds({ ids: [id] });
    expect(seen).toHaveLength(fate === 'keep' ? 1 : 0);
    expect((await world.callAs(cast.ana).reports.mine({})).items[0]?.status).toBe('resolved');
  });

  it('L287: is decided once: a concurrent second decision gets CONFLICT with the first one', async () => {
    const id = await tell();
    await report(cast.ana, id);
    await as(cast.moderator).reports.review({ storyId: id });
    const answers = await Promise.all([
      happenedTo(as(cast.moderator).reports.resolve({ storyId: id, story: 'hide', note: 'Spam' })),
      happenedTo(as(cast.colleague).reports.dismiss({ storyId: id, note: 'No es nada' })),
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

  it('SEC-36: never hides the story automatically, however many there are', async () => {
    const id = await tell();
    for (let index = 0; index < 12; index += 1) await report(null, id);
    expect((await world.visitor.stories.byId({ id })).hidden).toBeNull();
    const { items } = await world.visitor.stories.byUser({ userId: cast.author.id });
    expect(items.map((story) => story.id)).toEqual([id]);
  });

  it('cannot be decided by the author of the story', async () => {
    const own = storyId.parse(await createStory(world.database.prisma, { userId: cast.moderator.id }));
    await report(cast.ana, own);
    const caller = as(cast.moderator);
    const forbidden = errorCode('FORBIDDEN');
    await expect(caller.reports.review({ storyId: own })).rejects.toEqual(forbidden);
    await expect(caller.reports.dismiss({ storyId: own, note: 'No' })).rejects.toEqual(forbidden);
    await expect(caller.stories.hide({ id: own, reason: 'No' })).rejects.toEqual(forbidden);
    await expect(caller.stories.restore({ id: own, reason: 'No' })).rejects.toEqual(forbidden);
  });
});
