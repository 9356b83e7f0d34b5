import { randomUUID } from 'node:crypto';
import { userId, type UserId } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { verifyCounters } from '../admin/counter-queries.ts';
import type { Viewer } from '../rpc/context.ts';
import { readPages } from '../testing/read-pages.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();

let people = 0;
const somebody = async (): Promise<Viewer> => world.addUser(`persona_${(people += 1)}`);
const crowd = async (size: number): Promise<Viewer[]> =>
  Promise.all(Array.from({ length: size }, () => somebody()));

const suspend = async ({ id }: Viewer) =>
  world.database.prisma.user.update({ where: { id }, data: { suspendedAt: new Date() } });

const stats = async ({ id }: Viewer) => world.visitor.follows.stats({ userId: id });
const names = (items: readonly Pick<Viewer, 'username'>[]) => items.map(({ username }) => username);

/** Returns the counters that differ from the counted rows. */
const findWrongCounters = async () => (await verifyCounters(world.services)).differences;

describe('follows.follow and follows.unfollow', () => {
  it('L176-178, L323-325: are idempotent: repeated calls count once', async () => {
    const ana = await somebody();
    const beto = await somebody();
    const { follows } = world.callAs(ana);
    const input = { userId: beto.id };
    await follows.follow(input);
    await follows.follow(input);
    expect(await follows.isFollowing(input)).toBe(true);
    expect(await world.callAs(beto).follows.isFollowing({ userId: ana.id })).toBe(false);
    expect(await stats(beto)).toEqual({ followersCount: 1, followingCount: 0, postsCount: 0 });
    expect(await stats(ana)).toMatchObject({ followersCount: 0, followingCount: 1 });
    await follows.unfollow(input);
    await follows.unfollow(input);
    expect(await follows.isFollowing(input)).toBe(false);
    expect(await stats(beto)).toMatchObject({ followersCount: 0 });
    expect(await stats(ana)).toMatchObject({ followingCount: 0 });
  });

  it('let users follow each other at the same moment', async () => {
    const everybody = await crowd(4);
    const meetings = everybody.flatMap((one) =>
      everybody.filter((other) => other !== one).map((other) => ({ one, other })),
    );
    const all = async (what: 'follow' | 'unfollow') =>
      Promise.all(meetings.map(({ one, other }) => world.callAs(one).follows[what]({ userId: other.id })));
    for (const _round of [1]) {
      await all('follow');
      for (const one of everybody) {
        expect(await stats(one)).toMatchObject({ followersCount: 3, followingCount: 3 });
      }
      await all('unfollow');
    }
    expect(await findWrongCounters()).toEqual([]);
  });

  it('leave correct counters after opposite calls of two tabs', async () => {
    const ana = await somebody();
    const beto = await somebody();
    const { follows } = world.callAs(ana);
    const input = { userId: beto.id };
    for (const _round of [1, 2]) {
      await Promise.all([
        follows.follow(input),
        follows.unfollow(input),
        follows.follow(input),
        follows.unfollow(input),
      ]);
      const { followersCount } = await stats(beto);
      expect(followersCount).toBe((await follows.isFollowing(input)) ? 1 : 0);
    }
    expect(await findWrongCounters()).toEqual([]);
  });

  it('L275: refuse a follow of the viewer themselves', async () => {
    const ana = await somebody();
    await expectRefusal(world.callAs(ana).follows.follow({ userId: ana.id }), 'FOLLOW_SELF');
    expect(await stats(ana)).toMatchObject({ followersCount: 0, followingCount: 0 });
  });

  it('SEC-51: have no lists and no counters for a suspended user', async () => {
    const [person, fan] = [await somebody(), await somebody()];
    await world.callAs(fan).follows.follow({ userId: person.id });
    await world.callAs(person).follows.follow({ userId: fan.id });
    await suspend(person);
    for (const who of [world.visitor, world.callAs(fan)]) {
      await expectRefusal(who.follows.followers({ userId: person.id }), 'PROFILE_NOT_FOUND');
      await expectRefusal(who.follows.following({ userId: person.id }), 'PROFILE_NOT_FOUND');
      for (const userId of [person.id, randomUUID()])
        await expectRefusal(who.follows.stats({ userId }), 'PROFILE_NOT_FOUND');
    }
  });

  it('follow only users with a public profile', async () => {
    const { follows } = world.callAs(await somebody());
    const suspended = await somebody();
    await suspend(suspended);
    const nameless = await somebody();
    await world.database.prisma.profile.update({ where: { id: nameless.id }, data: { username: null } });
    const unconfirmed = userId.parse(randomUUID());
    await world.database.prisma.user.create({ data: { id: unconfirmed } });
    const unknown = userId.parse(randomUUID());
    for (const id of [suspended.id, nameless.id, unconfirmed, unknown]) {
      await expectRefusal(follows.follow({ userId: id }), 'PROFILE_NOT_FOUND');
      await expect(follows.unfollow({ userId: id })).resolves.toBeUndefined();
    }
  });

  it('can unfollow a user who was suspended', async () => {
    const ana = await somebody();
    const beto = await somebody();
    await world.callAs(ana).follows.follow({ userId: beto.id });
    await suspend(beto);
    await world.callAs(ana).follows.unfollow({ userId: beto.id });
    expect(await stats(ana)).toMatchObject({ followingCount: 0 });
  });
});

async function readAll(what: 'followers' | 'following', id: UserId): Promise<(string | null)[]> {
  const pages = await readPages((cursor) => world.visitor.follows[what]({ userId: id, limit: 2, cursor }));
  return names(pages.flat());
}

describe('follows.followers and follows.following', () => {
  it('L323-325: list users newest first, to everyone, in pages that neither miss nor repeat any', async () => {
    const star = await somebody();
    const fans = await crowd(5);
    for (const fan of fans) await world.callAs(fan).follows.follow({ userId: star.id });
    const newestFirst = fans.map(({ username }) => username).toReversed();
    expect(await readAll('followers', star.id)).toEqual(newestFirst);

    const fan = await somebody();
    for (const { id } of fans) await world.callAs(fan).follows.follow({ userId: id });
    expect(await readAll('following', fan.id)).toEqual(newestFirst);
  });

  it('neither miss nor repeat users who followed in the same millisecond', async () => {
    const star = await somebody();
    const fans = await crowd(5);
    for (const fan of fans) await world.callAs(fan).follows.follow({ userId: star.id });
    await world.database.prisma.follow.updateMany({
      where: { followingId: star.id },
      data: { createdAt: new Date() },
    });
    const seen = await readAll('followers', star.id);
    expect(seen).toHaveLength(fans.length);
    expect(new Set(seen)).toEqual(new Set(names(fans)));
  });

  it('leave out users who have no username or are suspended', async () => {
    const star = await somebody();
    const [named, suspended, nameless] = await Promise.all([somebody(), somebody(), somebody()]);
    for (const fan of [named, suspended, nameless]) {
      await world.callAs(fan).follows.follow({ userId: star.id });
    }
    await suspend(suspended);
    await world.database.prisma.profile.update({ where: { id: nameless.id }, data: { username: null } });
    expect(await readAll('followers', star.id)).toEqual([named.username]);
  });

  it('mark the users whom the viewer follows, and the viewer', async () => {
    const [star, known, unknown, viewer] = await Promise.all([
      somebody(),
      somebody(),
      somebody(),
      somebody(),
    ]);
    for (const fan of [known, unknown, viewer]) {
      await world.callAs(fan).follows.follow({ userId: star.id });
    }
    await world.callAs(viewer).follows.follow({ userId: known.id });
    const see = async (caller: typeof world.visitor) => {
      const { items } = await caller.follows.followers({ userId: star.id });
      return items.map(({ username, viewer: { isSelf, isFollowing } }) => [username, isSelf, isFollowing]);
    };
    expect(await see(world.callAs(viewer))).toEqual([
      [viewer.username, true, false],
      [unknown.username, false, false],
      [known.username, false, true],
    ]);
    expect(await see(world.visitor)).toEqual([
      [viewer.username, false, false],
      [unknown.username, false, false],
      [known.username, false, false],
    ]);
  });
});
