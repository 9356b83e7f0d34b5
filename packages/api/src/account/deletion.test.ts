import { randomUUID } from 'node:crypto';
import { recordingId } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { useLeavingUsers } from '../testing/account/leaving-users.ts';
import { startSession } from '../testing/users.ts';

const { world, administrator, ana, beto, told, ...rest } = useLeavingUsers();
const { signedIn, tell, comment, expectRightCounters, isThere } = rest;

describe('deleting an account', () => {
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

  it('requires the password of an account that has one, also in a fresh session', async () => {
    const { viewer, token, password } = await world.signUp('con_clave');
    const { account } = world.callAs(viewer, token);
    await expectRefusal(account.delete({ confirmation: 'ELIMINAR' }), 'PASSWORD_REQUIRED');
    await account.delete({ confirmation: 'ELIMINAR', currentPassword: password });
    expect(await isThere(viewer.id)).toBe(false);
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
    const token = await startSession(world.database, administrator);
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
      // The owner ends the session.
      await auth.signOut(credentials.token);
    };
    const intruder = world.callAs(ana.viewer, ana.token, { auth: { ...auth, requireReauthentication } });
    await expectRefusal(intruder.account.delete({ confirmation: 'ELIMINAR' }), 'UNAUTHENTICATED');
    expect(await isThere(ana.viewer.id)).toBe(true);
  });

  it('is rolled back as a whole when the process is killed', async () => {
    const own = await world.record(ana.viewer);
    await ana.caller.stories.vote({ id: told.story, direction: 'up' });
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
    expect(await world.visitor.stories.byId({ id: told.story })).toMatchObject({ upvotes: 1 });
    await expectRightCounters();
  });

  it('is tried three times in all while PostgreSQL cancels it because of deadlocks', async () => {
    await world.record(ana.viewer);
    let tries = 0;
    const enqueue = async () => {
      tries += 1;
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    };
    const unlucky = world.callAs(ana.viewer, ana.token, { jobs: { ...world.services.jobs, enqueue } });
    await expectRefusal(unlucky.account.delete({ confirmation: 'ELIMINAR' }), 'CONFLICT');
    expect(tries).toBe(3);
    expect(await isThere(ana.viewer.id)).toBe(true);
  });

  it('succeeds although a counter is wrong', async () => {
    const { prisma } = world.database;
    await ana.caller.stories.vote({ id: told.story, direction: 'up' });
    await ana.caller.follows.follow({ userId: beto.viewer.id });
    await prisma.story.update({ where: { id: told.story }, data: { upvotes: 0, score: 0 } });
    await prisma.profile.update({ where: { id: beto.viewer.id }, data: { followersCount: 0 } });
    await ana.leave();
    await expectRightCounters();
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
      const answers = await race(
        () => person.leave(),
        () => caller.stories.vote({ id: told.story, direction: 'up' }),
        () => comment(caller),
        () => caller.follows.follow({ userId: beto.viewer.id }),
        () => beto.caller.follows.follow({ userId: viewer.id }),
        () => beto.caller.stories.vote({ id: own, direction: 'up' }),
        () => comment(beto.caller, 'Hola', own),
        () => caller.stories.unpublish({ id: own }),
        () => caller.reports.create({ storyId: told.story, reason: 'spam' }),
        () => caller.recordings.begin({ id: recordingId.parse(randomUUID()), claimedType: 'audio/webm' }),
      );
      const clear = /^(?:CONFLICT|(?:STORY|PROFILE|COMMENT|RECORDING)_NOT_FOUND|UNAUTHENTICATED)$/;
      expect(answers.filter((each) => !clear.test(each))).toEqual([]);
      expect(await isThere(viewer.id)).toBe(false);
      await expectRightCounters();
    }
  });

  it('may be a vote that takes effect when the stories are already locked: the deletion is repeated', async () => {
    const { prisma } = world.database;
    const leaving: Promise<unknown>[] = [];
    await prisma.$transaction(async (tx) => {
      await tx.vote.create({ data: { userId: ana.viewer.id, storyId: told.story, direction: 'up' } });
      leaving.push(ana.leave());
      await expect.poll(() => world.countBlocked()).toBe(1);
    });
    await Promise.all(leaving);
    expect(await isThere(ana.viewer.id)).toBe(false);
    await expectRightCounters();
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
