import { randomUUID } from 'node:crypto';
import { createStories } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it, vi } from 'vitest';
import { useModerationWorld } from '../testing/moderation-world.ts';

const { world, cast, as, tell, suspend, restore } = useModerationWorld();

/** Creates a user with a password and a session. */
const signUp = () => world.signUp(`s_${randomUUID().slice(0, 12)}`);

describe('a suspension', () => {
  it('SEC-10: ends every session at once, for good', async () => {
    const { token, viewer } = await signUp();
    expect(await world.services.auth.validateSession(token)).not.toBeNull();
    await suspend(cast.moderator, viewer);
    expect(await world.services.auth.validateSession(token)).toBeNull();
    await restore(cast.moderator, viewer);
    expect(await world.services.auth.validateSession(token)).toBeNull();
  });

  it('SEC-20: is revealed only to callers who know the password, and prevents signing in', async () => {
    const { email, password, viewer } = await signUp();
    await suspend(cast.moderator, viewer);
    const { account } = world.visitor;
    await expectRefusal(account.signIn({ email, password }), 'ACCOUNT_SUSPENDED');
    await expectRefusal(account.signIn({ email, password: 'otra-cosa-7' }), 'INVALID_CREDENTIALS');
    await restore(cast.moderator, viewer);
    expect((await account.signIn({ email, password })).user.id).toBe(viewer.id);
  });

  it('invalidates the links for a new password', async () => {
    const { email, viewer } = await signUp();
    await world.visitor.account.requestPasswordReset({ email });
    const token = await world.readMailedToken(email);
    await suspend(cast.moderator, viewer);
    const reset = world.visitor.account.resetPassword({ token, password: 'otra-tortuga-7' });
    await expectRefusal(reset, 'LINK_EXPIRED');
  });

  it('REL-18: invalidates links at once by the clock of the database, however wrong that of the server is', async () => {
    const { prisma } = world.database;
    const viewer = cast.ana;
    const createLink = (id: string) =>
      prisma.$executeRaw`INSERT INTO mail_tokens (id, user_id, purpose, email, expires_at)
        VALUES (${id}, ${viewer.id}::uuid, 'reset_password', ${viewer.email}, now() + interval '1 hour')`;
    await createLink('a'.repeat(64));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
    await suspend(cast.moderator, viewer);
    vi.useRealTimers();
    const [late] = await prisma.$queryRaw<{ links: number; users: number }[]>`SELECT
      (SELECT count(*)::int FROM mail_tokens WHERE user_id = ${viewer.id}::uuid AND expires_at > now()) AS links,
      (SELECT count(*)::int FROM users WHERE suspended_at > now()) AS users`;
    expect(late).toEqual({ links: 0, users: 0 });
  });

  it('SEC-02: hides the user and their stories everywhere, and restores at its end all that no decision hides', async () => {
    const person = cast.author;
    const [shown, judged] = [await tell(), await tell()];
    await as(cast.moderator).stories.hide({ id: judged, reason: 'Publicidad' });
    await suspend(cast.moderator, person);
    const { stories, profiles } = world.visitor;
    for (const id of [shown, judged]) await expectRefusal(stories.byId({ id }), 'STORY_NOT_FOUND');
    expect((await stories.byUser({ userId: person.id })).items).toEqual([]);
    expect((await stories.feed({ limit: 50 })).items.map(({ id }) => id)).not.toContain(shown);
    expect(await stories.count({ userId: person.id })).toBe(0);
    const name = { username: person.username ?? '' };
    await expectRefusal(profiles.byUsername(name), 'PROFILE_NOT_FOUND');
    await restore(cast.colleague, person);
    expect((await stories.byUser({ userId: person.id })).items.map(({ id }) => id)).toEqual([shown]);
    expect((await profiles.byUsername(name)).postsCount).toBe(1);
    expect((await world.callAs(person).stories.byId({ id: judged })).hidden?.reason).toBe('Publicidad');
  });

  it('keeps stories hidden that a decision hides or restores while it lasts', async () => {
    const person = cast.author;
    const [first, second] = [await tell(), await tell()];
    await as(cast.moderator).stories.hide({ id: first, reason: 'Publicidad' });
    await suspend(cast.moderator, person);
    await as(cast.moderator).stories.restore({ id: first, reason: 'No lo era' });
    await as(cast.moderator).stories.hide({ id: second, reason: 'Acoso' });
    const { stories } = world.visitor;
    for (const id of [first, second]) await expectRefusal(stories.byId({ id }), 'STORY_NOT_FOUND');
    await restore(cast.moderator, person);
    expect((await stories.byUser({ userId: person.id })).items.map(({ id }) => id)).toEqual([first]);
    expect(await stories.count({ userId: person.id })).toBe(1);
  });

  it('changes many stories in steps, each far from the limit of a statement', async () => {
    const { prisma } = world.database;
    const { author } = cast;
    await createStories(
      prisma,
      Array.from({ length: 450 }, () => ({ userId: author.id, published: true })),
    );
    await prisma.$executeRaw`CREATE TABLE steps (stories integer)`;
    await prisma.$executeRaw`CREATE FUNCTION note_step() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO steps SELECT count(*) FROM changed; RETURN NULL; END'`;
    await prisma.$executeRaw`CREATE TRIGGER note_step AFTER UPDATE ON stories REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION note_step()`;
    await suspend(cast.moderator, author);
    await restore(cast.moderator, author);
    await prisma.$executeRaw`DROP TRIGGER note_step ON stories`;
    const steps = await prisma.$queryRaw<{ stories: number }[]>`SELECT stories FROM steps WHERE stories > 0`;
    expect(steps.map(({ stories }) => stories)).toEqual([200, 200, 50, 200, 200, 50]);
    expect(await world.visitor.stories.count({ userId: author.id })).toBe(450);
  });

  it('is mailed with its reason, like its end', async () => {
    const { email, viewer } = await signUp();
    await suspend(cast.moderator, viewer);
    await world.readMails();
    await restore(cast.moderator, viewer);
    const mails = (await world.readMails()).filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Tu cuenta de Relato está suspendida',
      'Tu cuenta de Relato vuelve a estar activa',
    ]);
    expect(mails[0]?.link).toMatch(/\/apelar#token=[\w-]{43}$/);
  });
});

describe('the right to suspend', () => {
  it('is limited to ordinary users for moderators, and excludes the viewer', async () => {
    const other = await world.addUser('otra', 'moderator');
    for (const [viewer, person] of [
      [cast.moderator, other],
      [cast.moderator, cast.administrator],
      [cast.moderator, cast.moderator],
      [cast.administrator, cast.administrator],
    ] as const) {
      await expectRefusal(suspend(viewer, person), 'FORBIDDEN');
    }
    await suspend(cast.administrator, other);
    await expectRefusal(restore(cast.moderator, other), 'FORBIDDEN');
    await restore(cast.administrator, other);
  });

  it('ends with the role, also for a decision that has already begun', async () => {
    const former = await world.addUser('antigua', 'moderator');
    await as(cast.administrator).users.setRole({ userId: former.id, role: 'user' });
    await expectRefusal(suspend(former, cast.ana), 'FORBIDDEN');
  });
});
