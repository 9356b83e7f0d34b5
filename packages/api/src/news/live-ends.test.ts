import { randomUUID } from 'node:crypto';
import { liveLimits, type StoryId } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLiveHub } from '../rpc/live-hub.ts';
import { quick, useLiveConnections } from '../testing/news/live-connections.ts';
import { useToldStory } from '../testing/news/told-story.ts';

const { world, ana, luis, told, say } = useToldStory();
const { getHub, as, send, settle, open } = useLiveConnections(world);
// A hub whose last connection has ended forgets what it announced.
beforeEach(() => open(luis));

describe('a connection ends', () => {
  it('when a session of its user does, and when the account is suspended', async () => {
    const account = await world.signUp(`ida_${randomUUID().slice(0, 8)}`);
    for (const end of [
      () => world.callAs(account.viewer, account.token).account.signOut(),
      async () => {
        await world.callAs(null).account.signIn(account);
        const moderator = await world.addUser(`m_${randomUUID().slice(0, 8)}`, 'moderator');
        await as(moderator).users.suspend({ userId: account.viewer.id, reason: 'Spam' });
      },
    ]) {
      const reading = await open(account.viewer);
      await reading.read();
      await end();
      // A suspension also leaves news.
      const told = [await reading.read(), await reading.read(), await reading.read()];
      expect(told).toContain(undefined);
    }
  });

  it('SEC-07: when one of its stories is unpublished or hidden, and announces no later comment', async () => {
    const moderator = await world.addUser(`m_${randomUUID().slice(0, 8)}`, 'moderator');
    for (const take of [
      (id: StoryId) => as(ana).stories.unpublish({ id }),
      (id: StoryId) => as(moderator).stories.hide({ id, reason: 'Spam' }),
    ]) {
      const id = await world.publishStory(ana);
      const reading = await open(null, { stories: [id] });
      await reading.read();
      await take(id);
      await settle();
      await say(ana, 'Sigo aquí', id);
      expect(await reading.read()).toEqual([]);
      const next = await open(null, { stories: [id], lastEventId: reading.id() });
      expect([await reading.read(), await next.read()]).toEqual([undefined, []]);
    }
  });

  it('at its maximum age, and when the process stops, which refuses new ones', async () => {
    const old = createLiveHub(world.database, { ...quick, maxAgeMs: 1 });
    const aged = await open(null, { stories: [told.story] }, old);
    expect(await aged.read()).toEqual(['all']);
    // The end may come before or after that.
    expect([await aged.read(), await aged.read()]).toContain(undefined);
    expect(old.countOpen()).toBe(0);
    const stopping = createLiveHub(world.database, quick);
    const last = await open(null, { stories: [told.story] }, stopping);
    await last.read();
    stopping.close();
    expect([await last.read(), await last.read()]).toEqual([[], undefined]);
    await expectRefusal(as(null, stopping).news.live({ stories: [told.story] }), 'UNAVAILABLE');
    old.close();
  });
});

it('the last event of a connection covers the received messages, but no later ones', async () => {
  const watch = await getHub().open({ userId: null, network: 'a', wideNetwork: null });
  const [heard, later] = [told.story, await world.publishStory(ana)];
  watch.hear([`comments:${heard}`, `comments:${later}`]);
  watch.begin(null);
  await send(`comments:${heard}`);
  await settle();
  watch.close();
  await send(`comments:${later}`);
  await settle();
  const last = await watch.next();
  expect(last).toMatchObject({ topics: [`comments:${heard}`], isLast: true });
  const next = await open(null, { stories: [heard, later], lastEventId: last.id });
  expect(await next.read()).toEqual([`comments:${later}`]);
});

describe('connections are limited', () => {
  it('by user, network and process', async () => {
    const hub = createLiveHub(world.database, { ...quick, maxOfUser: 1, maxOfNetwork: 2, maxOfProcess: 4 });
    const input = { stories: [told.story] };
    await as(ana, hub, 'a').news.live(input);
    // The oldest connection of the user ends, because a phone that changes networks leaves it behind.
    await as(ana, hub, 'b').news.live(input);
    expect(hub.countOpen()).toBe(1);
    await as(null, hub, 'a').news.live(input);
    await as(null, hub, 'a').news.live(input);
    await expectRefusal(as(luis, hub, 'a').news.live(input), 'RATE_LIMITED');
    await as(luis, hub, 'b').news.live(input);
    await expectRefusal(as(null, hub, 'c').news.live(input), 'UNAVAILABLE');
    expect(hub.countOpen()).toBe(4);
    hub.close();
  });

  it('in the number of stories, and to callers with something to announce', async () => {
    const stories = Array.from({ length: liveLimits.maxStories + 1 }, () => told.story);
    await expect(as(ana).news.live({ stories })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expectRefusal(as(null).news.live({}), 'UNAUTHENTICATED');
  });
});
