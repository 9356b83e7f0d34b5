import { limits, storyId, type StoryId } from '@relato/contract';
import { createStory as addStory } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { readPages } from '../../testing/read-pages.ts';
import { all, useThreads } from '../../testing/stories/threads.ts';

const { world, ana, beto, eva, moderator, as, addOrigin, follow, grow, hide, listOf, whoHears } =
  useThreads();

const countNews = (reply: StoryId) =>
  world.database.prisma.news.count({ where: { storyId: reply, kind: 'reply' } });

describe('a reply', () => {
  it('is public after its story, oldest first, and in no other list', async () => {
    const id = await addOrigin();
    const [first, second] = [await follow(id), await follow(id, { viewer: eva })];
    expect(first).toMatchObject({
      published: false,
      isShared: true,
      origin: { kind: 'reply', story: { id, title: 'El baile' } },
    });
    expect(first.origin?.isWaiting).toBeUndefined();
    for (const viewer of [null, ana, beto])
      expect(await listOf('replies', id, viewer)).toEqual([first.id, second.id]);
    expect(await whoHears(first.id)).toEqual(all);
    const pages = await readPages((cursor) => as(null).stories.replies({ id, cursor, limit: 1 }));
    expect(pages.flat().map((story) => story.id)).toEqual([first.id, second.id]);
    const { stories } = as(eva);
    const lists = await Promise.all([
      stories.feed({ order: 'newest' }),
      stories.feed({ search: 'estuve' }),
      stories.byUser({ userId: beto.id }),
      stories.byIds({ ids: [first.id] }),
      stories.similar({ id }),
      stories.count({ userId: beto.id }),
    ]);
    expect(JSON.stringify(lists)).not.toContain(first.id);
    expect((await as(beto).stories.mine({})).items.map((story) => story.id)).toContain(first.id);
  });

  it('is news for the author of the story, unless it is their own', async () => {
    const id = await addOrigin();
    const [reply, own] = [await follow(id), await follow(id, { viewer: ana })];
    const { items } = await as(ana).news.list({});
    const told = items.flatMap((item) => ('story' in item && item.kind === 'reply' ? [item.story?.id] : []));
    expect(told).toContain(reply.id);
    expect(told).not.toContain(own.id);
    expect(await listOf('replies', id)).toEqual([reply.id, own.id]);
  });

  it('lasts at most a minute', async () => {
    const id = await addOrigin();
    const { maxDurationMs } = limits.reply;
    const tooLong = maxDurationMs + limits.recording.durationToleranceMs + 1;
    await expectRefusal(follow(id, { durationMs: tooLong }), 'REPLY_TOO_LONG');
    expect(await follow(id, { durationMs: tooLong - 1 })).toMatchObject({ isShared: true });
    expect(await follow(id, { kind: 'grown', durationMs: tooLong, visibility: 'private' })).toMatchObject({
      origin: { kind: 'grown' },
    });
  });

  it('becomes a private story if none is accepted, which the answer shows', async () => {
    const id = await addOrigin();
    await expectRefusal(as(beto).stories.setReplies({ id, replies: 'open' }), 'FORBIDDEN');
    await as(ana).stories.setReplies({ id, replies: 'closed' });
    expect(await as(null).stories.byId({ id })).toMatchObject({ replies: 'closed' });
    const hidden = await addOrigin();
    await hide(hidden);
    const [deleted, withdrawn] = [await addOrigin(), await addOrigin()];
    await as(ana).stories.delete({ id: deleted });
    await as(ana).stories.unpublish({ id: withdrawn });
    const nested = await follow(await addOrigin());
    for (const gone of [id, hidden, deleted, withdrawn, nested.id]) {
      const story = await follow(gone);
      expect(story).toMatchObject({ title: 'Yo estuve ahí', published: false });
      expect(story.origin ?? story.isShared).toBeUndefined();
      expect(await whoHears(story.id)).toEqual(['beto']);
    }
  });

  it('is hidden with its story, and stays with its author when that is deleted', async () => {
    const id = await addOrigin();
    const reply = await follow(id);
    const see = () => as(beto).stories.byId({ id: reply.id });
    await hide(id);
    expect(await whoHears(reply.id)).toEqual(['beto']);
    expect(await listOf('replies', id)).toEqual([]);
    expect((await see()).origin).toEqual({ kind: 'reply', story: null, isAway: true });
    await hide(id, null);
    await as(ana).stories.unpublish({ id });
    expect(await whoHears(reply.id)).toEqual(['beto']);
    expect(JSON.stringify(await see())).not.toContain('El baile');
    await as(ana).stories.publish({ id, voicesAgreed: true });
    expect(await whoHears(reply.id)).toEqual(all);
    await as(ana).stories.delete({ id });
    expect(await whoHears(reply.id)).toEqual(['beto']);
    expect((await see()).origin).toEqual({ kind: 'reply', story: null });
    await as(beto).stories.publish({ id: reply.id, voicesAgreed: true });
    expect(await see()).toMatchObject({ published: true });
    expect((await see()).origin).toBeUndefined();
  });

  it('stays when the account of the other author is deleted, like a follow-up', async () => {
    const person = await world.addUser('se_va');
    const recordingId = await world.record(person);
    const id = storyId.parse(await addStory(world.database.prisma, { userId: person.id, recordingId }));
    const [reply, grown] = [await follow(id), await grow(id, eva)];
    await world.database.prisma.user.delete({ where: { id: person.id } });
    expect((await as(beto).stories.byId({ id: reply.id })).origin).toEqual({ kind: 'reply', story: null });
    expect(await as(null).stories.byId({ id: grown.id })).toMatchObject({
      published: true,
      origin: { kind: 'grown', story: null },
    });
  });

  it('leaves the thread permanently when its author makes it private', async () => {
    const id = await addOrigin();
    const reply = await follow(id);
    await as(beto).stories.share({ id: reply.id });
    expect(await whoHears(reply.id)).toEqual(all);
    await as(beto).stories.unpublish({ id: reply.id });
    expect(await whoHears(reply.id)).toEqual(['beto']);
    await expectRefusal(as(beto).stories.share({ id: reply.id }), 'QUESTION_NOT_FOUND');
    expect((await as(beto).stories.byId({ id: reply.id })).origin).toBeUndefined();
  });

  it('can be detached permanently by the author of its story, which its author sees', async () => {
    for (const replies of ['open', 'first'] as const) {
      const id = await addOrigin({ replies });
      const reply = await follow(id);
      for (const viewer of [eva, moderator])
        await expectRefusal(as(viewer).stories.leaveThread({ id: reply.id }), 'STORY_NOT_FOUND');
      await as(ana).stories.leaveThread({ id: reply.id });
      expect(await whoHears(reply.id)).toEqual(['beto']);
      const { origin, isShared } = await as(beto).stories.byId({ id: reply.id });
      expect({ origin, isShared }).toEqual({ origin: { kind: 'reply', story: null }, isShared: undefined });
      await expectRefusal(as(ana).stories.letIn({ id: reply.id }), 'STORY_NOT_FOUND');
      await expectRefusal(as(ana).stories.leaveThread({ id: reply.id }), 'STORY_NOT_FOUND');
    }
    const kept = await follow(await addOrigin());
    for (let again = 0; again < 2; again += 1) await as(beto).stories.leaveThread({ id: kept.id });
    expect(await whoHears(kept.id)).toEqual(['beto']);
    expect((await as(beto).stories.byId({ id: kept.id })).origin).toBeUndefined();
  });

  it('is no news of a reply once it is detached, also when it is public later', async () => {
    const ways = [
      (reply: StoryId) => as(ana).stories.leaveThread({ id: reply }),
      (reply: StoryId) => as(beto).stories.leaveThread({ id: reply }),
      (reply: StoryId) => as(beto).stories.publish({ id: reply }),
      (_reply: StoryId, id: StoryId) => as(ana).stories.delete({ id }),
      async () => {
        await as(ana).blocks.block({ userId: beto.id });
        await as(ana).blocks.undo({ userId: beto.id, kind: 'block' });
      },
    ];
    for (const detach of ways) {
      const id = await addOrigin();
      const reply = await follow(id);
      expect(await countNews(reply.id)).toBe(1);
      await detach(reply.id, id);
      await as(beto).stories.publish({ id: reply.id });
      expect(await countNews(reply.id)).toBe(0);
      expect(JSON.stringify(await as(ana).news.list({}))).not.toContain(reply.id);
    }
  });

  it('is detached permanently by a block between the two, and a block hides the story of one from the other', async () => {
    const id = await addOrigin();
    for (const [blocker, blocked] of [[ana, beto] as const, [beto, ana] as const]) {
      const [reply, grown] = [await follow(id), await grow(id)];
      const further = await grow(grown.id, eva);
      await as(blocker).blocks.block({ userId: blocked.id });
      for (const name of ['replies', 'grown'] as const) expect(await listOf(name, id, eva)).toEqual([]);
      expect((await as(eva).stories.byId({ id: grown.id })).origin).toEqual({ kind: 'grown', story: null });
      const before = await as(eva).stories.ancestors({ id: further.id });
      expect(before.map((line) => line.id)).toEqual([grown.id]);
      expect((await follow(id)).origin).toBeUndefined();
      await as(blocker).blocks.undo({ userId: blocked.id, kind: 'block' });
      expect(await whoHears(reply.id)).toEqual(['beto']);
      expect((await as(beto).stories.byId({ id: reply.id })).origin).toEqual({ kind: 'reply', story: null });
      await expectRefusal(as(ana).stories.letIn({ id: reply.id }), 'STORY_NOT_FOUND');
    }
    // The reply of a third user, which blocked users hear and get as news.
    const reply = await follow(id);
    for (const [blocker, blocked] of [[eva, beto] as const, [ana, eva] as const]) {
      await as(blocker).blocks.block({ userId: blocked.id });
      expect(await whoHears(reply.id)).toEqual(['nobody', 'ana', 'beto']);
      expect(await listOf('replies', id, eva)).toEqual([]);
      await as(blocker).blocks.undo({ userId: blocked.id, kind: 'block' });
    }
  });
});
