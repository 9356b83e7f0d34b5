import { randomUUID } from 'node:crypto';
import { storyId, type StoryId } from '@relato/contract';
import { createRecording, createStory } from '@relato/db/testing/factories';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it, vi } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { makeAdministrator } from './mutations.ts';

const world = useTestWorld();
const moderator = useUser(world, 'moderadora', 'moderator');
const colleague = useUser(world, 'colega', 'moderator');
const administrator = useUser(world, 'jefa', 'administrator');

const as = (viewer: Viewer) => world.callAs(viewer);
const newUser = () => world.addUser(`u_${randomUUID().slice(0, 12)}`);
const password = 'tortuga-azul-7';

/** Creates a user with a password and a session. */
const signUp = () => world.signUp(`s_${randomUUID().slice(0, 12)}`);

async function tell(viewer: Viewer): Promise<StoryId> {
  const id = storyId.parse(await createStory(world.database.prisma, { userId: viewer.id, published: false }));
  await world.callAs(viewer).stories.publish({ id });
  return id;
}

const suspend = (viewer: Viewer, person: Viewer) =>
  as(viewer).users.suspend({ userId: person.id, reason: 'Acoso' });
const restore = (viewer: Viewer, person: Viewer) =>
  as(viewer).users.restore({ userId: person.id, reason: 'Error' });

/** A time limit for a busy machine. */
const patience = { timeout: 60_000 };

describe('a suspension', () => {
  it('SEC-10: ends every session at once, for good', async () => {
    const { token, viewer } = await signUp();
    expect(await world.services.auth.validateSession(token)).not.toBeNull();
    await suspend(moderator, viewer);
    expect(await world.services.auth.validateSession(token)).toBeNull();
    await restore(moderator, viewer);
    expect(await world.services.auth.validateSession(token)).toBeNull();
  });

  it('SEC-20: is revealed only to callers who know the password, and prevents signing in', async () => {
    const { email, viewer } = await signUp();
    await suspend(moderator, viewer);
    const { account } = world.visitor;
    await expectRefusal(account.signIn({ email, password }), 'ACCOUNT_SUSPENDED');
    await expectRefusal(account.signIn({ email, password: 'otra-cosa-7' }), 'INVALID_CREDENTIALS');
    await restore(moderator, viewer);
    expect((await account.signIn({ email, password })).user.id).toBe(viewer.id);
  });

  it('invalidates the links for a new password', async () => {
    const { email, viewer } = await signUp();
    await world.visitor.account.requestPasswordReset({ email });
    const token = await world.readMailedToken(email);
    await suspend(moderator, viewer);
    const reset = world.visitor.account.resetPassword({ token, password: 'otra-tortuga-7' });
    await expectRefusal(reset, 'LINK_EXPIRED');
  });

  it('SEC-02: hides the user and their stories everywhere, and restores at its end all that no decision hides', async () => {
    const person = await newUser();
    const [shown, judged] = [await tell(person), await tell(person)];
    await as(moderator).stories.hide({ id: judged, reason: 'Publicidad' });
    await suspend(moderator, person);
    const { stories, profiles } = world.visitor;
    for (const id of [shown, judged]) {
      await expectRefusal(stories.byId({ id }), 'STORY_NOT_FOUND');
    }
    expect((await stories.byUser({ userId: person.id })).items).toEqual([]);
    expect((await stories.feed({ limit: 50 })).items.map(({ id }) => id)).not.toContain(shown);
    expect(await stories.count({ userId: person.id })).toBe(0);
    const name = { username: person.username ?? '' };
    await expectRefusal(profiles.byUsername(name), 'PROFILE_NOT_FOUND');
    await restore(colleague, person);
    expect((await stories.byUser({ userId: person.id })).items.map(({ id }) => id)).toEqual([shown]);
    expect((await profiles.byUsername(name)).postsCount).toBe(1);
    expect((await world.callAs(person).stories.byId({ id: judged })).hidden?.reason).toBe('Publicidad');
  });

  it('keeps stories hidden that a decision hides or restores while it lasts', async () => {
    const person = await newUser();
    const [first, second] = [await tell(person), await tell(person)];
    await as(moderator).stories.hide({ id: first, reason: 'Publicidad' });
    await suspend(moderator, person);
    await as(moderator).stories.restore({ id: first, reason: 'No lo era' });
    await as(moderator).stories.hide({ id: second, reason: 'Acoso' });
    for (const id of [first, second]) {
      await expectRefusal(world.visitor.stories.byId({ id }), 'STORY_NOT_FOUND');
    }
    await restore(moderator, person);
    expect((await world.visitor.stories.byUser({ userId: person.id })).items.map(({ id }) => id)).toEqual([
      first,
    ]);
    expect(await world.visitor.stories.count({ userId: person.id })).toBe(1);
  });

  it('SEC-51: refuses writes of requests that arrived just before', async () => {
    const [person, other] = [await newUser(), await newUser()];
    const { prisma } = world.database;
    const id = storyId.parse(await createStory(prisma, { userId: person.id, published: false }));
    const recordingId = await createRecording(prisma, { userId: person.id });
    const theirs = await tell(other);
    await suspend(moderator, person);
    const { comments, follows, profiles, recordings, reports, stories, transcription } = world.callAs(
      person,
      '',
      {
        transcriber: { ...world.services.transcriber, name: 'openai' },
      },
    );
    const writes = {
      publish: () => stories.publish({ id }),
      unpublish: () => stories.unpublish({ id }),
      update: () => stories.update({ id, title: 'Otra' }),
      updateTags: () => stories.updateTags({ id, tags: ['otra'] }),
      anonymous: () => stories.setCommenters({ id, commenters: 'members' }),
      create: () => stories.create({ recordingId, title: 'Otra', tags: [] }),
      vote: () => stories.vote({ id: theirs, direction: 'up' }),
      comment: () => comments.create({ id: randomUUID(), storyId: theirs, content: 'Hola' }),
      follow: () => follows.follow({ userId: other.id }),
      report: () => reports.create({ storyId: theirs, reason: 'spam' }),
      rename: () => profiles.update({ username: `otro_${randomUUID().slice(0, 8)}` }),
      begin: () => recordings.begin({ id: randomUUID(), claimedType: 'audio/webm' }),
      transcribe: () => transcription.retry({ recordingId }),
    };
    const answers = Object.entries(writes).map(async ([name, write]: [string, () => Promise<unknown>]) => {
      const answer = await write().catch((error: unknown) => error);
      return [name, answer];
    });
    expect(await Promise.all(answers)).toEqual(
      Object.keys(writes).map((name) => [name, errorCode('ACCOUNT_SUSPENDED')]),
    );
  });

  it('SEC-51: is ordered with concurrent comments, none of which is later than its timestamp', async () => {
    const [person, other] = [await newUser(), await newUser()];
    const id = await tell(other);
    const { prisma } = world.database;
    const send = (count: number) =>
      Array.from({ length: count }, () =>
        world.callAs(person).comments.create({ id: randomUUID(), storyId: id, content: randomUUID() }),
      );
    const results: Promise<PromiseSettledResult<unknown>[]>[] = [];
    let isDecided = false;
    const decide = async () => {
      await suspend(moderator, person);
      isDecided = true;
    };
    // One connection each for the holder of the lock, the decision and the observer.
    const inside = 2;
    await prisma.$transaction(async (tx) => {
      // The first ones are admitted and wait here; the suspension and all others follow.
      await tx.$queryRaw`SELECT 1 FROM stories WHERE id = ${id}::uuid FOR UPDATE`;
      results.push(Promise.allSettled(send(inside)));
      await vi.waitUntil(async () => (await world.countBlocked()) === inside, patience);
      results.push(Promise.allSettled([decide()]));
      await vi.waitUntil(async () => isDecided || (await world.countBlocked()) > inside, patience);
      results.push(Promise.allSettled(send(12 - inside)));
    });
    const refused = (await Promise.all(results))
      .flat()
      .flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    // A comment that took its lock before the suspension has an earlier timestamp.
    expect(refused).toEqual(refused.map(() => errorCode('ACCOUNT_SUSPENDED')));
    expect(refused.length).toBeLessThanOrEqual(12 - inside);
    const late = await world.database.prisma.$queryRaw`
      SELECT FROM comments c JOIN users u ON u.id = c.user_id
      WHERE u.id = ${person.id}::uuid AND c.created_at > u.suspended_at`;
    expect(late).toEqual([]);
  });

  it('SEC-51: refuses a decision that the suspended moderator is about to make', async () => {
    const [judge, person] = [
      await world.addUser(`m${randomUUID().slice(0, 8)}`, 'moderator'),
      await newUser(),
    ];
    const [id, hidden] = [await tell(person), await tell(person)];
    const comment = { id: randomUUID(), storyId: id, content: 'Hola' };
    await world.callAs(person).comments.create(comment);
    await world.visitor.reports.create({ storyId: id, reason: 'spam' });
    await as(judge).reports.review({ storyId: id });
    await as(judge).stories.hide({ id: hidden, reason: 'Spam' });
    await suspend(administrator, judge);
    const decisions = [
      as(judge).reports.review({ storyId: id }),
      as(judge).reports.resolve({ storyId: id, story: 'hide', note: 'Spam' }),
      as(judge).reports.dismiss({ storyId: id, note: 'Nada' }),
      as(judge).stories.hide({ id, reason: 'Spam' }),
      as(judge).stories.restore({ id: hidden, reason: 'Spam' }),
      as(judge).comments.remove({ id: comment.id, reason: 'Spam' }),
    ];
    const answers = decisions.map((decision) => decision.catch((error: unknown) => error));
    expect(await Promise.all(answers)).toEqual(answers.map(() => errorCode('ACCOUNT_SUSPENDED')));
  });

  it('keeps counters correct when stories are published at the same time', async () => {
    const person = await newUser();
    const ids = await Promise.all(
      Array.from({ length: 4 }, () =>
        createStory(world.database.prisma, { userId: person.id, published: false }),
      ),
    );
    await Promise.allSettled([
      ...ids.map((id) => world.callAs(person).stories.publish({ id: storyId.parse(id) })),
      suspend(moderator, person),
    ]);
    expect((await world.callAs(person).profiles.me()).postsCount).toBe(0);
    await restore(moderator, person);
    const published = await world.database.prisma.story.count({
      where: { userId: person.id, published: true },
    });
    expect((await world.callAs(person).profiles.me()).postsCount).toBe(published);
  });

  it('REL-18: invalidates links at once by the clock of the database, however wrong that of the server is', async () => {
    const { prisma } = world.database;
    const viewer = await world.addUser('puntual');
    const createLink = (id: string) =>
      prisma.$executeRaw`INSERT INTO mail_tokens (id, user_id, purpose, email, expires_at)
        VALUES (${id}, ${viewer.id}::uuid, 'reset_password', ${viewer.email}, now() + interval '1 hour')`;
    await createLink('a'.repeat(64));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
    await world.callAs(moderator).users.suspend({ userId: viewer.id, reason: 'Insultos' });
    vi.useRealTimers();
    const [late] = await prisma.$queryRaw<{ links: number; users: number }[]>`SELECT
      (SELECT count(*)::int FROM mail_tokens WHERE user_id = ${viewer.id}::uuid AND expires_at > now()) AS links,
      (SELECT count(*)::int FROM users WHERE suspended_at > now()) AS users`;
    expect(late).toEqual({ links: 0, users: 0 });
  });

  it('is mailed with its reason, like its end', async () => {
    const { email, viewer } = await signUp();
    await suspend(moderator, viewer);
    await world.readMails();
    await restore(moderator, viewer);
    const mails = (await world.readMails()).filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Tu cuenta de Relato está suspendida',
      'Tu cuenta de Relato vuelve a estar activa',
    ]);
    expect(mails[0]?.link).toMatch(/\/apelar#token=[\w-]{43}$/);
  });

  it('is decided once: a concurrent second decision gets CONFLICT with the first one', async () => {
    const person = await newUser();
    const answers = await Promise.allSettled([suspend(moderator, person), suspend(colleague, person)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: errorCode('CONFLICT'),
    });
    expect((await as(moderator).admin.log({ targetId: person.id })).items).toHaveLength(1);
  });
});

describe('the right to suspend', () => {
  it('is limited to ordinary users for moderators, and excludes the viewer', async () => {
    const other = await world.addUser('otra', 'moderator');
    for (const [viewer, person] of [
      [moderator, other],
      [moderator, administrator],
      [moderator, moderator],
      [administrator, administrator],
    ] as const) {
      await expectRefusal(suspend(viewer, person), 'FORBIDDEN');
    }
    await suspend(administrator, other);
    await expectRefusal(restore(moderator, other), 'FORBIDDEN');
    await restore(administrator, other);
  });

  it('ends with the role, also for a decision that has already begun', async () => {
    const former = await world.addUser('antigua', 'moderator');
    await as(administrator).users.setRole({ userId: former.id, role: 'user' });
    await expectRefusal(suspend(former, await newUser()), 'FORBIDDEN');
  });
});

describe('users.setRole', () => {
  it('gives and takes roles, and logs it', async () => {
    const person = await newUser();
    await as(administrator).users.setRole({ userId: person.id, role: 'moderator' });
    await as(administrator).users.setRole({ userId: person.id, role: 'moderator' });
    expect((await as(moderator).admin.log({ targetId: person.id })).items).toMatchObject([
      { action: 'set-role', reason: 'user → moderator', actor: { username: 'jefa' } },
    ]);
  });

  it('always leaves an administrator: if two demote each other concurrently, one stays', async () => {
    await expectRefusal(
      as(administrator).users.setRole({ userId: administrator.id, role: 'user' }),
      'LAST_ADMINISTRATOR',
    );
    const second = await world.addUser('segunda', 'administrator');
    const answers = await Promise.allSettled([
      as(administrator).users.setRole({ userId: second.id, role: 'user' }),
      as(second).users.setRole({ userId: administrator.id, role: 'user' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const left = await world.database.prisma.user.findMany({ where: { role: 'administrator' } });
    expect(left).toHaveLength(1);
    await world.database.prisma.user.update({
      where: { id: administrator.id },
      data: { role: 'administrator' },
    });
  });
});

const addressOf = ({ email }: Viewer): string => email?.toUpperCase() ?? '';

const make = (email: string) => makeAdministrator(world.services, email);

describe('an administrator made on the server', () => {
  it('has the role at once, ignoring the case of the address, and the log names no actor', async () => {
    const person = await newUser();
    expect(await make(addressOf(person))).toEqual({ outcome: 'made', username: person.username });
    expect(await make(addressOf(person))).toEqual({ outcome: 'already', username: person.username });
    expect((await as(administrator).admin.log({ targetId: person.id })).items).toMatchObject([
      { action: 'set-role', reason: 'user → administrator, at the server', actor: null },
    ]);
    await as(administrator).users.setRole({ userId: person.id, role: 'user' });
  });

  it('is made once by concurrent commands', async () => {
    const person = await newUser();
    const answers = await Promise.all([1, 2, 3].map(() => make(addressOf(person))));
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['already', 'already', 'made']);
    await as(administrator).users.setRole({ userId: person.id, role: 'user' });
  });

  it('cannot be an unknown, unconfirmed or suspended account', async () => {
    expect(await make('nadie@example.org')).toEqual({ outcome: 'unknown', username: null });
    await world.visitor.account.signUp({
      username: 'por_confirmar',
      email: 'pc@example.org',
      password,
      acceptsTerms: true,
    });
    expect(await make('pc@example.org')).toEqual({ outcome: 'unconfirmed', username: null });
    const person = await newUser();
    await suspend(moderator, person);
    expect(await make(addressOf(person))).toMatchObject({ outcome: 'suspended' });
    const email = { in: ['pc@example.org', addressOf(person)] };
    expect(await world.database.prisma.user.count({ where: { role: 'user', email } })).toBe(2);
  });
});
