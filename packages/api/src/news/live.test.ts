import { randomUUID } from 'node:crypto';
import { userId } from '@relato/contract';
import type { Statement } from '@relato/db';
import { describe, expect, it } from 'vitest';
import { forgetLiveMessages } from './jobs.ts';
import { createLiveHub } from '../rpc/live-hub.ts';
import { storeTranscription } from '../transcription/result-mutations.ts';
import { toHeard } from '../testing/transcriptions.ts';
import { quick, useLiveConnections } from '../testing/news/live-connections.ts';
import { useToldStory } from '../testing/news/told-story.ts';

const { world, ana, luis, told, say } = useToldStory();
const { as, send, settle, open } = useLiveConnections(world);

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
