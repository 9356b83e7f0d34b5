import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createToken, hashToken } from '@relato/auth';
import { commentId, laterId, recordingId, storyId, type StoryId } from '@relato/contract';
import { createQuestion, createReport, createStory } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const administrator = useUser(world, 'administra', 'administrator');

const name = () => `u_${randomUUID().slice(0, 10)}`;

/** Creates a user who has just signed in and so needs no password. */
async function signedIn(role: Viewer['role'] = 'user') {
  const viewer = await world.addUser(name(), role);
  const token = await startSession(viewer);
  const caller = world.callAs(viewer, token);
  return { viewer, token, caller, leave: () => caller.account.delete({ confirmation: 'ELIMINAR' }) };
}
type Person = Awaited<ReturnType<typeof signedIn>>;

async function startSession({ id }: Viewer): Promise<string> {
  const token = createToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await world.database.prisma.session.create({ data: { id: hashToken(token), userId: id, expiresAt } });
  return token;
}

async function tell({ id }: Viewer, published = true): Promise<StoryId> {
  const story = await createStory(world.database.prisma, { userId: id, published });
  if (published)
    await world.database.prisma.profile.update({ where: { id }, data: { postsCount: { increment: 1 } } });
  return storyId.parse(story);
}

/** Throws unless every counter of the database equals the number of its rows. */
async function expectRightCounters(): Promise<void> {
  expect(await world.callAs(administrator).admin.verifyCounters()).toEqual({ total: 0, differences: [] });
}

const isThere = async (id: string) => (await world.database.prisma.user.count({ where: { id } })) > 0;

let ana: Person;
let beto: Person;
let shown: StoryId;
beforeEach(async () => {
  // Drops the jobs that other tests left in the queue.
  world.queued.length = 0;
  ana = await signedIn();
  beto = await signedIn();
  shown = await tell(beto.viewer);
});

const comment = (caller: Person['caller'], content = 'Qué bonito') => {
  const id = commentId.parse(randomUUID());
  return caller.comments.create({ id, storyId: shown, content });
};

describe('deleting an account', () => {
  it('D20: leaves the counters of every other user correct', async () => {
    const own = await tell(ana.viewer);
    const other = await tell(beto.viewer);
    await ana.caller.stories.vote({ id: shown, direction: 'up' });
    await ana.caller.stories.vote({ id: other, direction: 'down' });
    await ana.caller.stories.vote({ id: own, direction: 'up' });
    await beto.caller.stories.vote({ id: shown, direction: 'up' });
    await comment(ana.caller);
    await comment(ana.caller, 'Otra vez');
    await comment(beto.caller);
    await ana.caller.follows.follow({ userId: beto.viewer.id });
    await beto.caller.follows.follow({ userId: ana.viewer.id });
    await expectRightCounters();

    await ana.leave();
    await expectRightCounters();
    expect(await world.visitor.stories.byId({ id: shown })).toMatchObject({ upvotes: 1, comments: 1 });
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

  it('D20: leaves no trace of the user in any table, and keeps their reports without a reporter', async () => {
    const { prisma } = world.database;
    const own = await tell(ana.viewer);
    await ana.caller.stories.vote({ id: shown, direction: 'up' });
    await comment(ana.caller, `de ${ana.viewer.username ?? ''}`);
    await ana.caller.follows.follow({ userId: beto.viewer.id });
    await ana.caller.reports.create({ storyId: shown, reason: 'spam' });
    await createReport(prisma, { storyId: own });
    await ana.caller.collections.setStory({ id: laterId, storyId: shown, isIn: true });
    await prisma.reaction.create({
      data: {
        id: randomUUID(),
        storyId: shown,
        userId: ana.viewer.id,
        startMs: 0,
        endMs: 300,
        sign: 'hug',
        text: 'mar',
      },
    });
    await prisma.correction.create({
      data: {
        id: randomUUID(),
        storyId: shown,
        userId: ana.viewer.id,
        startMs: 0,
        endMs: 300,
        text: 'mar',
        said: 'bar',
        state: 'accepted',
        decidedAt: new Date(),
      },
    });
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
    const tables = await prisma.$queryRaw<{ name: string }[]>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
        -- The last one says for an hour that the sessions of an id have ended.
        AND tablename NOT IN ('_prisma_migrations', 'live_messages')`;
    const found: string[] = [];
    for (const { name: table } of tables) {
      for (const trace of [ana.viewer.id, ana.viewer.username, own]) {
        const [row] = await prisma.$queryRawUnsafe<{ count: bigint }[]>(
          `SELECT count(*) FROM "${table}" t WHERE t::text LIKE '%' || $1 || '%'`,
          trace,
        );
        if (row?.count !== 0n) found.push(`${table}: ${trace}`);
      }
    }
    expect(tables.length).toBeGreaterThan(10);
    expect(found).toEqual([]);
    expect(await prisma.report.count()).toBe(reports);
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

  it('requires reauthentication and the confirmation word', async () => {
    const { id } = ana.viewer;
    const word = 'ELIMINAR' as const;
    await expectRefusal(
      ana.caller.account.delete({ confirmation: word, currentPassword: 'adivina' }),
      'PASSWORD_WRONG',
    );
    await expect(ana.caller.account.delete({ confirmation: 'sí' as typeof word })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await world.database.prisma.session.updateMany({
      where: { userId: id },
      data: { createdAt: new Date(Date.now() - 16 * 60_000) },
    });
    await expectRefusal(ana.leave(), 'SESSION_NOT_FRESH');
    expect(await isThere(id)).toBe(true);
  });

  it('clears the cookie and is confirmed by mail', async () => {
    world.cookies.length = 0;
    await ana.leave();
    expect(await isThere(ana.viewer.id)).toBe(false);
    expect(world.cookies).toEqual([expect.stringMatching(/^relato_session=;.*Max-Age=0/i)]);
    const mails = (await world.readMails()).filter(({ to }) => to === ana.viewer.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Tu cuenta de Relato ya no existe']);
    await expectRefusal(ana.leave(), 'SESSION_NOT_FRESH');
  });

  it('is refused for the last administrator and for a user who was just suspended', async () => {
    const token = await startSession(administrator);
    const last = world.callAs(administrator, token).account.delete({ confirmation: 'ELIMINAR' });
    await expectRefusal(last, 'LAST_ADMINISTRATOR');
    const colleague = await signedIn('administrator');
    await colleague.leave();
    const { prisma } = world.database;
    await prisma.user.update({ where: { id: ana.viewer.id }, data: { suspendedAt: new Date() } });
    await expectRefusal(ana.leave(), 'ACCOUNT_SUSPENDED');
  });

  it('SEC-10: is refused to an intruder whose session ends while it waits for the account', async () => {
    const { auth } = world.services;
    const requireReauthentication: typeof auth.requireReauthentication = async (credentials) => {
      await auth.requireReauthentication(credentials);
      // The owner resets the password.
      await auth.endAllSessions(credentials.userId);
    };
    const intruder = world.callAs(ana.viewer, ana.token, { auth: { ...auth, requireReauthentication } });
    await expectRefusal(intruder.account.delete({ confirmation: 'ELIMINAR' }), 'UNAUTHENTICATED');
    expect(await isThere(ana.viewer.id)).toBe(true);
  });

  it('is rolled back as a whole when the process is killed', async () => {
    const own = await world.record(ana.viewer);
    await ana.caller.stories.vote({ id: shown, direction: 'up' });
    const jobs = {
      ...world.services.jobs,
      enqueue: () => Promise.reject(new Error('The process was killed')),
    };
    const broken = world.callAs(ana.viewer, ana.token, { jobs });
    await expect(broken.account.delete({ confirmation: 'ELIMINAR' })).rejects.toThrow(
      'The process was killed',
    );
    expect(await isThere(ana.viewer.id)).toBe(true);
    expect(await ana.caller.recordings.status({ id: own })).toMatchObject({ state: 'ready' });
    expect(await world.visitor.stories.byId({ id: shown })).toMatchObject({ upvotes: 1 });
    await expectRightCounters();
  });

  it('succeeds although a counter is wrong', async () => {
    const { prisma } = world.database;
    await ana.caller.stories.vote({ id: shown, direction: 'up' });
    await ana.caller.follows.follow({ userId: beto.viewer.id });
    await prisma.story.update({ where: { id: shown }, data: { upvotes: 0, score: 0 } });
    await prisma.profile.update({ where: { id: beto.viewer.id }, data: { followersCount: 0 } });
    await ana.leave();
    await expectRightCounters();
  });

  it('keeps the decisions of a moderator without their name', async () => {
    const moderator = await signedIn('moderator');
    await moderator.caller.stories.hide({ id: shown, reason: 'Publicidad' });
    await moderator.leave();
    expect(await beto.caller.stories.byId({ id: shown })).toMatchObject({
      hidden: expect.objectContaining({ reason: 'Publicidad' }),
    });
    const [line] = (await world.callAs(administrator).admin.log({ targetId: shown })).items;
    expect(line).toMatchObject({ action: 'hide-story', actor: null });
    await world.callAs(administrator).stories.restore({ id: shown, reason: 'Fin' });
  });
});

/** Settles all calls and returns the codes of those that failed. */
async function race(...work: readonly (() => Promise<unknown>)[]): Promise<readonly string[]> {
  const answers = await Promise.allSettled(work.map((each) => each()));
  return answers.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.message)] : []));
}

describe('a call concurrent with the deletion of an account', () => {
  it('gets a defined answer and leaves correct counters, whatever it changes', async () => {
    for (let round = 0; round < 2; round += 1) {
      const person = await signedIn();
      const own = await tell(person.viewer);
      const { caller, viewer } = person;
      const told = await race(
        () => person.leave(),
        () => caller.stories.vote({ id: shown, direction: 'up' }),
        () => comment(caller),
        () => caller.follows.follow({ userId: beto.viewer.id }),
        () => beto.caller.follows.follow({ userId: viewer.id }),
        () => beto.caller.stories.vote({ id: own, direction: 'up' }),
        () =>
          beto.caller.comments.create({ id: commentId.parse(randomUUID()), storyId: own, content: 'Hola' }),
        () => caller.stories.unpublish({ id: own }),
        () => caller.reports.create({ storyId: shown, reason: 'spam' }),
        () => caller.recordings.begin({ id: recordingId.parse(randomUUID()), claimedType: 'audio/webm' }),
      );
      const clear = /^(?:CONFLICT|(?:STORY|PROFILE|COMMENT|RECORDING)_NOT_FOUND|UNAUTHENTICATED)$/;
      expect(told.filter((each) => !clear.test(each))).toEqual([]);
      expect(await isThere(viewer.id)).toBe(false);
      await expectRightCounters();
    }
  });

  it('may be the deletion of a follower: both succeed', async () => {
    const others = await Promise.all([signedIn(), signedIn(), signedIn()]);
    const stories = await Promise.all(others.map(({ viewer }) => tell(viewer)));
    for (const { caller, viewer } of others) {
      for (const id of stories) await caller.stories.vote({ id, direction: 'up' });
      for (const other of others)
        if (other.viewer.id !== viewer.id) await caller.follows.follow({ userId: other.viewer.id });
    }
    expect(await race(...others.map((each) => each.leave))).toEqual([]);
    for (const { viewer } of others) expect(await isThere(viewer.id)).toBe(false);
    await expectRightCounters();
  });
});
