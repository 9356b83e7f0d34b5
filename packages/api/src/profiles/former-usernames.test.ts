import { randomUUID } from 'node:crypto';
import { limits, retention } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useTestWorld } from '../testing/world.ts';
import { findPodcast } from './podcast-queries.ts';

const world = useTestWorld();
const { maxHeld, knownFollowers, knownPodcastDays } = limits.username;
const heldDays = retention.formerUsername.days;

let place = 0;
/** Returns names that do not look alike, also without accents. */
const newName = () => `persona.${(place += 1)}a`;

let owner: Viewer;
let other: Viewer;
let old: string;
let next: string;
beforeEach(async () => {
  [old, next] = [newName(), newName()];
  owner = await world.addUser(old);
  other = await world.addUser(newName());
});

const rename = (viewer: Viewer, username: string) => world.callAs(viewer).profiles.update({ username });
const isAvailable = (viewer: Viewer, username: string) =>
  world.callAs(viewer).profiles.usernameAvailable({ username });
const open = (username: string) => world.visitor.profiles.byUsername({ username });

/** Moves the dates of held names into the past, by the clock of the database. */
const letPass = (days: number) =>
  world.database.prisma.$executeRaw`UPDATE former_usernames SET
    given_up_at = given_up_at - make_interval(days => ${days}), held_until = held_until - make_interval(days => ${days})`;

const signUp = (username: string) =>
  world.visitor.account.signUp({
    username,
    email: `${randomUUID()}@example.org`,
    password: 'tortuga-azul-7',
    acceptsTerms: true,
  });

async function expectHeld(username: string): Promise<void> {
  expect(await isAvailable(other, username)).toBe(false);
  await expectRefusal(rename(other, username), 'USERNAME_TAKEN');
  await expectRefusal(signUp(username), 'USERNAME_TAKEN');
}

describe('SEC-57: a username that was given up', () => {
  it('is held for its former owner, also in a form that looks like it', async () => {
    await rename(owner, next);
    await expectHeld(old);
    await expectHeld(old.toUpperCase());
    await expectHeld(old.replace('o', '0'));
    await expectHeld(old.replace('a', 'á'));
  });

  it('can be taken back at any time by its former owner', async () => {
    await rename(owner, next);
    expect(await isAvailable(owner, old)).toBe(true);
    await rename(owner, old);
    expect(await open(old)).toMatchObject({ id: owner.id, username: old });
    // Now the second name is held, and the first one leads to its owner again.
    expect(await open(next)).toMatchObject({ id: owner.id, username: old });
    await expectHeld(next);
  });

  it('redirects to the profile and the podcast of the user, through every change', async () => {
    const last = newName();
    await rename(owner, next);
    await rename(owner, last);
    for (const name of [old, old.toUpperCase(), next, last])
      expect(await open(name)).toMatchObject({ id: owner.id, username: last });
    expect(await findPodcast(world.services, old)).toMatchObject({
      author: { username: last },
      hasMoved: true,
    });
    expect(await findPodcast(world.services, last)).toMatchObject({ hasMoved: true });
  });

  it('is free after the holding period, and then redirects no longer', async () => {
    await rename(owner, next);
    await letPass(heldDays - 1);
    await expectHeld(old);
    expect(await open(old)).toMatchObject({ username: next });
    await letPass(1);
    await expectRefusal(open(old), 'PROFILE_NOT_FOUND');
    expect(await findPodcast(world.services, old)).toBeNull();
    expect(await findPodcast(world.services, next)).toMatchObject({ hasMoved: false });
    expect(await isAvailable(other, old)).toBe(true);
    await rename(other, old);
    expect(await open(old)).toMatchObject({ id: other.id });
    // The name is then held for its new owner alone.
    await rename(other, newName());
    expect(await isAvailable(owner, old)).toBe(false);
  });

  it('is deleted with other expired rows', async () => {
    await rename(owner, next);
    await letPass(heldDays);
    await world.services.auth.deleteExpired();
    expect(await world.database.prisma.formerUsername.count({ where: { userId: owner.id } })).toBe(0);
  });

  it('is not held if only its case changed', async () => {
    await rename(owner, old.toUpperCase());
    expect(await world.database.prisma.formerUsername.count({ where: { userId: owner.id } })).toBe(0);
  });

  it('is held too if a server of the previous version changes it', async () => {
    const { prisma } = world.database;
    await prisma.profile.update({ where: { id: owner.id }, data: { username: next } });
    await expectHeld(old);
    const taking = prisma.profile.update({ where: { id: other.id }, data: { username: old } });
    await expect(taking).rejects.toMatchObject({ code: 'P2002' });
  });

  it('is not given to an account that is confirmed meanwhile, which chooses another', async () => {
    const wanted = newName();
    const email = `${randomUUID()}@example.org`;
    await world.visitor.account.signUp({
      username: wanted,
      email,
      password: 'tortuga-azul-7',
      acceptsTerms: true,
    });
    await rename(owner, wanted);
    await rename(owner, next);
    const token = await world.readMailedToken(email);
    const verified = world.visitor.account.verifyEmail({ token, password: 'tortuga-azul-7' });
    expect(await verified).toMatchObject({ username: null });
  });

  it('does not redirect to a suspended user, and stays held', async () => {
    await rename(owner, next);
    await world.database.prisma.user.update({ where: { id: owner.id }, data: { suspendedAt: new Date() } });
    await expectRefusal(open(old), 'PROFILE_NOT_FOUND');
    expect(await findPodcast(world.services, old)).toBeNull();
    await expectHeld(old);
  });

  it('is held as a hash after the deletion of the account, like the current one, and redirects no longer', async () => {
    await rename(owner, next);
    await world.database.prisma.user.delete({ where: { id: owner.id } });
    for (const name of [old, next]) {
      await expectRefusal(open(name), 'PROFILE_NOT_FOUND');
      await expectHeld(name);
    }
    const kept = await world.database.prisma.$queryRaw`SELECT FROM former_usernames
      WHERE skeleton IN (username_skeleton(${old}), username_skeleton(${next})) OR username IN (${old}::citext, ${next}::citext)`;
    expect(kept).toEqual([]);
    await letPass(heldDays);
    expect(await isAvailable(other, next)).toBe(true);
  });
});

const isForever = async (username: string) =>
  (await world.database.prisma.formerUsername.findUniqueOrThrow({ where: { username } })).heldUntil === null;
const publishBefore = (days: number, fields = {}) =>
  createStory(world.database.prisma, {
    userId: owner.id,
    publishedAt: new Date(Date.now() - days * 86_400_000),
    ...fields,
  });

const hideAll = () =>
  world.database.prisma.story.updateMany({
    where: { userId: owner.id },
    data: { hiddenAt: new Date(), hiddenWithAuthor: true },
  });

describe('SEC-57: a name is never given to another user', () => {
  it.each([
    [knownFollowers, true],
    [knownFollowers - 1, false],
  ])('if it had ten followers: with %i %s', async (followersCount, forever) => {
    await world.database.prisma.profile.update({ where: { id: owner.id }, data: { followersCount } });
    await rename(owner, next);
    expect(await isForever(old)).toBe(forever);
    await letPass(10 * heldDays);
    expect(await isAvailable(other, old)).toBe(!forever);
  });

  it('if it had a podcast for a week', async () => {
    await publishBefore(knownPodcastDays);
    await rename(owner, next);
    expect(await isForever(old)).toBe(true);
    await letPass(10 * heldDays);
    await world.services.auth.deleteExpired();
    await expectHeld(old);
    // It also redirects permanently.
    expect(await open(old)).toMatchObject({ username: next });
  });

  it.each([
    ['hidden with its author', () => hideAll()],
    ['switched off', () => world.callAs(owner).profiles.setPodcast({ podcast: false })],
  ])('also if the podcast was %s before the account was deleted', async (_what, end) => {
    await publishBefore(knownPodcastDays);
    expect(await findPodcast(world.services, old)).not.toBeNull();
    await end();
    await world.database.prisma.user.delete({ where: { id: owner.id } });
    await letPass(10 * heldDays);
    await world.services.auth.deleteExpired();
    await expectHeld(old);
  });

  it('except if the podcast was younger, private, switched off or belonged to the previous name', async () => {
    await publishBefore(knownPodcastDays - 1);
    await publishBefore(knownPodcastDays, { published: false, publishedAt: null });
    await rename(owner, next);
    expect(await isForever(old)).toBe(false);
    await publishBefore(knownPodcastDays);
    const third = newName();
    await rename(owner, third);
    expect(await isForever(next)).toBe(false);
    await letPass(knownPodcastDays);
    await world.callAs(owner).profiles.setPodcast({ podcast: false });
    await rename(owner, newName());
    expect(await isForever(third)).toBe(false);
  });

  it('also if its owner took it back and gave it up again without followers', async () => {
    const { prisma } = world.database;
    await prisma.profile.update({ where: { id: owner.id }, data: { followersCount: knownFollowers } });
    await rename(owner, next);
    await rename(owner, old);
    await prisma.profile.update({ where: { id: owner.id }, data: { followersCount: 0 } });
    await rename(owner, next);
    expect(await isForever(old)).toBe(true);
  });

  it('also if the account is deleted, together with another name that looks like it', async () => {
    const { prisma } = world.database;
    await publishBefore(knownPodcastDays);
    await rename(owner, old.replace('o', '0'));
    await letPass(knownPodcastDays);
    await prisma.story.deleteMany({ where: { userId: owner.id } });
    await prisma.user.delete({ where: { id: owner.id } });
    await letPass(10 * heldDays);
    await world.services.auth.deleteExpired();
    await expectHeld(old);
  });
});

describe('SEC-57: concurrent changes of names', () => {
  it('a concurrent call does not get a name that is being given up', async () => {
    const { prisma } = world.database;
    let taking: Promise<unknown> = Promise.resolve();
    await prisma.$transaction(async (tx) => {
      await tx.profile.update({ where: { id: owner.id }, data: { username: next } });
      taking = rename(other, old).catch((error: unknown) => error);
      // The other transaction waits for this one.
      await expect
        .poll(() => tx.$queryRaw`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`, {
          timeout: 20_000,
        })
        .toHaveLength(1);
    });
    expect(await taking).toEqual(errorCode('USERNAME_TAKEN'));
    expect(await open(old)).toMatchObject({ id: owner.id, username: next });
  });

  it('two users cannot exchange their names, and do not deadlock', async () => {
    const answers = await Promise.allSettled([rename(owner, other.username ?? ''), rename(other, old)]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 'rejected', reason: errorCode('USERNAME_TAKEN') });
  });
});

it('SEC-57: a user who changes their name repeatedly holds only a few names', async () => {
  const names = Array.from({ length: maxHeld }, newName);
  for (const name of names) await rename(owner, name);
  await expectRefusal(rename(owner, next), 'USERNAME_TOO_MANY');
  // They may keep their name, and return to a held one.
  await rename(owner, names.at(-1) ?? '');
  await rename(owner, old);
  await letPass(heldDays);
  await rename(owner, next);
});

it('SEC-57: a user whose changes come all at once holds only a few names too', async () => {
  const names = Array.from({ length: maxHeld + 2 }, newName);
  const answers = await Promise.allSettled(names.map((name) => rename(owner, name)));
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual(
    [1, 2].map(() => ({ status: 'rejected', reason: errorCode('USERNAME_TOO_MANY') })),
  );
  expect(await world.database.prisma.formerUsername.count({ where: { userId: owner.id } })).toBe(maxHeld);
});
