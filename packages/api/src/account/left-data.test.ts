import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { laterId, storyId } from '@relato/contract';
import { createQuestion, createReport, createStory } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { readNotices } from '../testing/read-notices.ts';
import { useLeavingUsers } from '../testing/account/leaving-users.ts';

const { world, administrator, ana, beto, told, ...rest } = useLeavingUsers();
const { signedIn, tell, comment, expectRightCounters } = rest;

/** Returns the tables with these texts. */
async function findInTables(texts: readonly (string | null)[]): Promise<string[]> {
  const { prisma } = world.database;
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
      -- The last one says for an hour that the sessions of an id have ended.
      AND tablename NOT IN ('_prisma_migrations', 'live_messages')`;
  expect(tables.length).toBeGreaterThan(10);
  const found: string[] = [];
  for (const { name: table } of tables) {
    for (const text of texts) {
      const [row] = await prisma.$queryRawUnsafe<{ count: bigint }[]>(
        `SELECT count(*) FROM "${table}" t WHERE t::text LIKE '%' || $1 || '%'`,
        text,
      );
      if (row?.count !== 0n) found.push(`${table}: ${text}`);
    }
  }
  return found;
}

describe('deleting an account', () => {
  it('D20: leaves the counters of every other user correct', async () => {
    const own = await tell(ana.viewer);
    const other = await tell(beto.viewer);
    await ana.caller.stories.vote({ id: told.story, direction: 'up' });
    await ana.caller.stories.vote({ id: other, direction: 'down' });
    await ana.caller.stories.vote({ id: own, direction: 'up' });
    await beto.caller.stories.vote({ id: told.story, direction: 'up' });
    await comment(ana.caller);
    await comment(ana.caller, 'Otra vez');
    await comment(beto.caller);
    await ana.caller.follows.follow({ userId: beto.viewer.id });
    await beto.caller.follows.follow({ userId: ana.viewer.id });
    await expectRightCounters();

    await ana.leave();
    await expectRightCounters();
    expect(await world.visitor.stories.byId({ id: told.story })).toMatchObject({ upvotes: 1, comments: 1 });
    expect(await world.visitor.stories.byId({ id: other })).toMatchObject({ downvotes: 0 });
    expect(await world.visitor.follows.stats({ userId: beto.viewer.id })).toMatchObject({
      followersCount: 0,
      followingCount: 0,
    });
  });

  it('leaves replies and follow-ups with their authors, without a trace of the user', async () => {
    const own = await tell(ana.viewer);
    const { prisma } = world.database;
    const said = { userId: beto.viewer.id, originId: own, published: false, publishedAt: null } as const;
    const add = async (kind: { originKind: 'reply'; isLetIn: true } | { originKind: 'grown' }) =>
      storyId.parse(await createStory(prisma, { ...said, ...kind }));
    const replyId = await add({ originKind: 'reply', isLetIn: true });
    const grownId = await add({ originKind: 'grown' });
    expect(await world.visitor.stories.byId({ id: replyId })).toMatchObject({
      origin: { story: { id: own } },
    });
    await ana.leave();
    for (const [id, kind] of [[replyId, 'reply'] as const, [grownId, 'grown'] as const])
      expect((await beto.caller.stories.byId({ id })).origin).toEqual({ kind, story: null });
    await expectRefusal(world.visitor.stories.byId({ id: replyId }), 'STORY_NOT_FOUND');
  });

  it('leaves a line in the register, with the number of things and without a name', async () => {
    const { prisma } = world.database;
    await prisma.registerEntry.deleteMany();
    await tell(ana.viewer);
    await comment(ana.caller);
    await ana.leave();
    await beto.leave();
    const { items } = await world.callAs(administrator).admin.register({});
    // A story counts as two things with its recording. One of the comments was deleted with its author.
    expect(items.map(({ kind, things }) => [kind, things])).toEqual([
      ['deletion', 2],
      ['deletion', 3],
    ]);
    expect(JSON.stringify(await prisma.registerEntry.findMany())).not.toContain(ana.viewer.id);
    const [first] = items;
    const page = await world.callAs(administrator).admin.register({ limit: 1 });
    expect(page.items).toEqual([first]);
    const rest = await world.callAs(administrator).admin.register({ cursor: page.nextCursor });
    expect(rest.items).toEqual(items.slice(1));
  });

  it('D20: leaves no trace of the user in any table, frees the address, and keeps their reports without a reporter', async () => {
    const { prisma } = world.database;
    const own = await tell(ana.viewer);
    await ana.caller.stories.vote({ id: told.story, direction: 'up' });
    await comment(ana.caller, `de ${ana.viewer.username ?? ''}`);
    await ana.caller.follows.follow({ userId: beto.viewer.id });
    await ana.caller.reports.create({ storyId: told.story, reason: 'spam' });
    await createReport(prisma, { storyId: own });
    await ana.caller.collections.setStory({ id: laterId, storyId: told.story, isIn: true });
    const words = { storyId: told.story, userId: ana.viewer.id, startMs: 0, endMs: 300, text: 'mar' };
    await prisma.reaction.create({ data: { id: randomUUID(), ...words, sign: 'hug' } });
    const accepted = { said: 'bar', state: 'accepted', decidedAt: new Date() } as const;
    await prisma.correction.create({ data: { id: randomUUID(), ...words, ...accepted } });
    await beto.caller.collections.setStory({ id: laterId, storyId: own, isIn: true });
    await world.services.auth.trustDevice(ana.viewer.id, null);
    await prisma.identity.create({
      data: { provider: 'google', providerUserId: ana.viewer.id, userId: ana.viewer.id },
    });
    const questionId = await createQuestion(prisma, { userId: ana.viewer.id });
    const answer = { questionId, sharedWithId: ana.viewer.id, published: false };
    await createStory(prisma, { userId: beto.viewer.id, ...answer });
    const reports = await prisma.report.count();

    await ana.leave();
    expect(await findInTables([ana.viewer.id, ana.viewer.username, own])).toEqual([]);
    expect(await prisma.report.count()).toBe(reports);
    const email = ana.viewer.email ?? '';
    const again = { username: 'otra_ana', email, password: 'tortuga-azul-7', acceptsTerms: true } as const;
    await world.visitor.account.signUp(again);
    expect(await prisma.user.count({ where: { email } })).toBe(1);
  });

  it('leaves no word of a reported story, whose reporter is told that the report is closed', async () => {
    const { prisma } = world.database;
    const own = await tell(ana.viewer);
    const said = { title: 'La reja verde', transcript: 'Una xirimoya con tilde', tags: ['guanábana'] };
    await prisma.story.update({ where: { id: own }, data: said });
    await beto.caller.reports.create({ storyId: own, reason: 'spam' });
    await world.visitor.reports.create({ storyId: own, reason: 'other' });
    await ana.leave();
    expect(await findInTables([said.title, 'xirimoya', 'guanábana', own])).toEqual([]);
    const left = await prisma.report.findMany({
      where: { storyId: null, status: { in: ['pending', 'reviewing'] } },
    });
    expect(left).toEqual([]);
    expect((await beto.caller.reports.mine({})).items).toMatchObject([{ storyId: null, status: 'resolved' }]);
    expect(await readNotices(beto.caller)).toMatchObject([{ kind: 'report_closed', subject: '' }]);
    // No moderator decided the report, so the times of the queue do not count it.
    const { lookMs, decisionMs } = await world.callAs(administrator).reports.queueStats();
    expect([lookMs, decisionMs]).toEqual([null, null]);
  });

  it('deletes every file, and every transcript at its provider', async () => {
    const { prisma } = world.database;
    const filesIn = async () =>
      (await readdir(world.audioDir, { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      ).length;
    const recordings = [await world.record(ana.viewer), await world.record(ana.viewer)] as const;
    const before = await filesIn();
    await ana.caller.stories.create({ recordingId: recordings[0], title: 'El tren' });
    await prisma.transcript.create({
      data: { recordingId: recordings[0], provider: 'assemblyai', providerJob: 'job-1' },
    });
    await ana.leave();
    expect(
      world.queued.filter(({ name }) => name !== 'send-mail').map((job) => [job.name, job.data]),
    ).toEqual([
      ['delete-objects', { keys: expect.arrayContaining([expect.stringMatching(/^playback/)]) }],
      ['forget-transcript', { provider: 'assemblyai', providerJob: 'job-1' }],
    ]);
    await world.workOff();
    expect(await filesIn()).toBe(before - 4);
  });

  it('keeps the decisions of a moderator without their name', async () => {
    const moderator = await signedIn('moderator');
    await moderator.caller.stories.hide({ id: told.story, reason: 'Publicidad' });
    await moderator.leave();
    expect(await beto.caller.stories.byId({ id: told.story })).toMatchObject({
      hidden: expect.objectContaining({ reason: 'Publicidad' }),
    });
    const [line] = (await world.callAs(administrator).admin.log({ targetId: told.story })).items;
    expect(line).toMatchObject({ action: 'hide-story', actor: null });
    await world.callAs(administrator).stories.restore({ id: told.story, reason: 'Fin' });
  });
});
