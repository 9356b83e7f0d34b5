import { randomUUID } from 'node:crypto';
import { storyId } from '@relato/contract';
import { createRecording, createStory } from '@relato/db/testing/factories';
import { errorCode } from '@relato/testing/error-code';
import { describe, expect, it, vi } from 'vitest';
import { useModerationWorld } from '../testing/moderation-world.ts';

const { world, cast, as, tell, suspend, restore } = useModerationWorld();

/** A time limit for a busy machine. */
const patience = { timeout: 60_000 };

describe('a suspension', () => {
  it('SEC-51: refuses writes of requests that arrived just before', async () => {
    const person = cast.ana;
    const { prisma } = world.database;
    const id = storyId.parse(await createStory(prisma, { userId: person.id, published: false }));
    const recordingId = await createRecording(prisma, { userId: person.id });
    const theirs = await tell();
    await suspend(cast.moderator, person);
    const { comments, follows, profiles, recordings, reports, stories, transcription } = world.callAs(
      person,
      '',
      { transcriber: { ...world.services.transcriber, name: 'openai' } },
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
      follow: () => follows.follow({ userId: cast.author.id }),
      report: () => reports.create({ storyId: theirs, reason: 'spam' }),
      rename: () => profiles.update({ username: `otro_${randomUUID().slice(0, 8)}` }),
      begin: () => recordings.begin({ id: randomUUID(), claimedType: 'audio/webm' }),
      transcribe: () => transcription.retry({ recordingId }),
    };
    const answers = Object.entries<() => Promise<unknown>>(writes).map(async ([name, write]) => [
      name,
      await write().catch((error: unknown) => error),
    ]);
    expect(await Promise.all(answers)).toEqual(
      Object.keys(writes).map((name) => [name, errorCode('ACCOUNT_SUSPENDED')]),
    );
  });

  it('SEC-51: is ordered with concurrent comments, none of which is later than its timestamp', async () => {
    const person = cast.ana;
    const id = await tell();
    const { prisma } = world.database;
    const send = (count: number) =>
      Array.from({ length: count }, () =>
        world.callAs(person).comments.create({ id: randomUUID(), storyId: id, content: randomUUID() }),
      );
    const results: Promise<PromiseSettledResult<unknown>[]>[] = [];
    let isDecided = false;
    const decide = async () => {
      await suspend(cast.moderator, person);
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
    const judge = await world.addUser('juez', 'moderator');
    const [id, hidden] = [await tell(), await tell()];
    const comment = { id: randomUUID(), storyId: id, content: 'Hola' };
    await as(cast.author).comments.create(comment);
    await world.visitor.reports.create({ storyId: id, reason: 'spam' });
    await as(judge).reports.review({ storyId: id });
    await as(judge).stories.hide({ id: hidden, reason: 'Spam' });
    await suspend(cast.administrator, judge);
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
    const person = cast.author;
    const ids = await Promise.all(
      Array.from({ length: 4 }, () =>
        createStory(world.database.prisma, { userId: person.id, published: false }),
      ),
    );
    await Promise.allSettled([
      ...ids.map((id) => world.callAs(person).stories.publish({ id: storyId.parse(id) })),
      suspend(cast.moderator, person),
    ]);
    expect((await world.callAs(person).profiles.me()).postsCount).toBe(0);
    await restore(cast.moderator, person);
    const published = await world.database.prisma.story.count({
      where: { userId: person.id, published: true },
    });
    expect((await world.callAs(person).profiles.me()).postsCount).toBe(published);
  });

  it('is decided once: a concurrent second decision gets CONFLICT with the first one', async () => {
    const person = cast.author;
    const answers = await Promise.allSettled([
      suspend(cast.moderator, person),
      suspend(cast.colleague, person),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: errorCode('CONFLICT'),
    });
    expect((await as(cast.moderator).admin.log({ targetId: person.id })).items).toHaveLength(1);
  });
});
