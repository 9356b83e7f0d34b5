import { randomUUID } from 'node:crypto';
import { liveLimits, userId, type LiveTopic, type StoryId } from '@relato/contract';
import type { Statement } from '@relato/db';
import { expectRefusal } from '@relato/testing/error-code';
import { isTrackedEnvelope } from '@trpc/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { forgetLiveMessages } from './jobs.ts';
import { createLiveHub, type LiveHub } from '../rpc/live-hub.ts';
import { storeTranscription } from '../transcription/result-mutations.ts';
import { toHeard } from '../testing/transcriptions.ts';
import { useToldStory } from '../testing/news/told-story.ts';

const { world, ana, luis, told, say } = useToldStory();
const quick = { minGapMs: 0, pollMs: 20, spreadMs: 0 };
let live: LiveHub;
beforeAll(() => (live = createLiveHub(world.database, quick)));
afterAll(() => live.close());
beforeEach(() => settle());

const as = (viewer: Viewer | null, hub = live, network?: string) =>
  world.callAs(viewer, undefined, { live: hub, ...(network !== undefined && { network }) });

const send = (
  message: string,
  client: Pick<typeof world.database.prisma, '$executeRaw'> = world.database.prisma,
) => client.$executeRaw`INSERT INTO live_messages (message) VALUES (${message})`;

/** Waits until the messages of all earlier writes have arrived. */
async function settle(hub = live): Promise<void> {
  const marker = randomUUID() as StoryId; // any id without a story
  const watch = await hub.open({ userId: null, network: marker, wideNetwork: null });
  watch.hear([`comments:${marker}`]);
  await send(`comments:${marker}`);
  await watch.next();
  watch.close();
}

interface Reading {
  /** Resolves with the topics of the next event, and undefined after the end. */
  readonly read: () => Promise<readonly LiveTopic[] | undefined>;
  /** Returns the id of the last read event. */
  readonly id: () => string;
}

async function open(viewer: Viewer | null, input = {}, hub = live): Promise<Reading> {
  const events = (await as(viewer, hub).news.live(input))[Symbol.asyncIterator]();
  let id = '';
  return {
    read: async () => {
      const { value }: { value: unknown } = await events.next();
      if (!isTrackedEnvelope(value)) return undefined;
      id = value[0];
      return value[1] as readonly LiveTopic[]; // the procedure yields them so
    },
    id: () => id,
  };
}

describe('a connection announces', () => {
  it('everything at first, then news to the affected user, and comments to users who show the story', async () => {
    const [author, reader, other] = [
      await open(ana),
      await open(null, { stories: [told.story] }),
      await open(luis),
    ];
    for (const { read } of [author, reader, other]) expect(await read()).toEqual(['all']);
    const comment = await say(null);
    expect([await author.read(), await reader.read()]).toEqual([['news'], [`comments:${told.story}`]]);
    await as(ana).comments.delete({ id: comment.id });
    expect(await reader.read()).toEqual([`comments:${told.story}`]);
    // The first event for the other user.
    await say(ana, `Para @${luis.username}`);
    expect(await other.read()).toEqual(['news']);
  });

  it('nothing of a story that its reader may not see', async () => {
    const hidden = await world.publishStory(ana);
    await as(ana).stories.unpublish({ id: hidden });
    await settle();
    const kept = await open(luis, { stories: [hidden, told.story] });
    const own = await open(ana, { stories: [hidden] });
    for (const { read } of [kept, own]) await read();
    await send(`comments:${hidden}`);
    await send(`comments:${told.story}`);
    expect([await kept.read(), await own.read()]).toEqual([
      [`comments:${told.story}`],
      [`comments:${hidden}`],
    ]);
  });

  it('news that were read in another browser of the user', async () => {
    const who = { userId: userId.parse(ana.id) };
    await as(luis).follows.follow(who);
    await as(luis).follows.setTold({ ...who, told: true });
    await say(luis);
    await settle();
    for (const viewer of [ana, luis]) {
      const reader = await open(viewer);
      await reader.read();
      await as(viewer).news.readAll();
      expect(await reader.read()).toEqual(['news']);
    }
  });

  it("a moderator's decision, and a finished transcript", async () => {
    const author = await open(ana);
    await author.read();
    await as(await world.addUser(`m_${randomUUID().slice(0, 8)}`, 'moderator')).stories.hide({
      id: told.story,
      reason: 'Spam',
    });
    expect(await author.read()).toEqual(['news']);
    const { recordingId } = await world.database.prisma.story.findUniqueOrThrow({
      where: { id: told.story },
    });
    const waiting = { status: 'processing', provider: 'assemblyai' } as const;
    const { transcript } = world.database.prisma;
    await transcript.upsert({
      where: { recordingId },
      create: { ...waiting, recordingId },
      update: waiting,
    });
    await storeTranscription(world.services, { recordingId, run: 0 }, toHeard(''));
    expect(await author.read()).toEqual(['transcripts']);
  });

  it('new stories of followed users, once the user asks for them', async () => {
    const who = { userId: userId.parse(ana.id) };
    await as(luis).follows.follow(who);
    const before = await open(luis);
    await before.read();
    await as(luis).follows.setTold({ ...who, told: true });
    // The connection ends, and the next one tells what came after.
    expect([await before.read(), await before.read()]).toEqual([[], undefined]);
    const fan = await open(luis, { lastEventId: before.id() });
    expect(await fan.read()).toEqual(['news']);
    await world.publishStory(ana, { title: 'El mar' });
    expect(await fan.read()).toEqual(['news']);
  });

  it('simultaneous changes as one event', async () => {
    const [author, reader] = [await open(ana), await open(null, { stories: [told.story] })];
    for (const { read } of [author, reader]) await read();
    for (let count = 0; count < 5; count += 1) await say(luis);
    await settle();
    await say(luis);
    expect(await author.read()).toEqual(['news']);
    await settle();
    await reader.read();
    const again = await open(ana, { lastEventId: reader.id() });
    expect(await again.read()).toEqual([]);
  });
});

describe('a client that reconnects', () => {
  it('gets the missed topics, or everything if they are unknown', async () => {
    const first = await open(luis, { stories: [told.story] });
    await first.read();
    const missed = { stories: [told.story], lastEventId: first.id() };
    expect(await (await open(luis, missed)).read()).toEqual([]);
    await say(ana, `Hola, @${luis.username}`);
    await settle();
    expect((await (await open(luis, missed)).read())?.toSorted()).toEqual([`comments:${told.story}`, 'news']);
    for (const lastEventId of ['', 'x.1', `${first.id()}9`, first.id().replace(/\d+$/, '-1')])
      expect(await (await open(luis, { lastEventId })).read()).toEqual(['all']);
    // Another process, or this one after a restart.
    const other = createLiveHub(world.database, quick);
    expect(await (await open(luis, missed, other)).read()).toEqual(['all']);
    other.close();
  });

  it('gets everything if more happened meanwhile than the hub remembers', async () => {
    const forgetful = createLiveHub(world.database, { ...quick, maxRemembered: 2 });
    const first = await open(null, { stories: [told.story] }, forgetful);
    await first.read();
    const missed = { stories: [told.story], lastEventId: first.id() };
    for (let count = 0; count < 5; count += 1) await settle(forgetful);
    expect(await (await open(null, missed, forgetful)).read()).toEqual(['all']);
    forgetful.close();
  });

  it('gets everything after a crash of the database, which empties the table, and so do connected ones', async () => {
    let server = 'one';
    const database = {
      ...world.database,
      sql: async <Row extends object>(statement: Statement): Promise<Row[]> => {
        const rows = await world.database.sql<Row>(statement);
        for (const row of rows) if ('server' in row) Object.assign(row, { server });
        return rows;
      },
    };
    const hub = createLiveHub(database, quick);
    const author = await open(ana, {}, hub);
    await author.read();
    const missed = { lastEventId: author.id() };
    server = 'two';
    expect(await author.read()).toEqual(['all']);
    expect(await (await open(ana, missed, hub)).read()).toEqual(['all']);
    await say(luis);
    expect(await author.read()).toEqual(['news']);
    hub.close();
  });
});

it('announces a write that commits after later ones', async () => {
  const [late, soon] = [told.story, await world.publishStory(ana)];
  await settle();
  const reader = await open(null, { stories: [late, soon] });
  await reader.read();
  await world.database.prisma.$transaction(async (tx) => {
    await send(`comments:${late}`, tx);
    await send(`comments:${soon}`);
    expect(await reader.read()).toEqual([`comments:${soon}`]);
    await settle();
  });
  expect(await reader.read()).toEqual([`comments:${late}`]);
});

it('deletes the messages that every server has read, and no others', async () => {
  const { prisma } = world.database;
  await prisma.$executeRaw`DELETE FROM live_messages`;
  for (const message of ['old', 'new']) await send(message);
  await prisma.$executeRaw`UPDATE live_messages SET created_at = created_at - interval '1 hour' WHERE message = 'old'`;
  await forgetLiveMessages(world.services);
  expect(await prisma.$queryRaw`SELECT message FROM live_messages`).toEqual([{ message: 'new' }]);
});

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
  const watch = await live.open({ userId: null, network: 'a', wideNetwork: null });
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
