import { limits, storyId, type StoryId } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../rpc/context.ts';
import { readPages } from '../../testing/read-pages.ts';
import { all, useThreads } from '../../testing/stories/threads.ts';

const { world, ana, beto, eva, moderator, as, addOrigin, follow, hide, listOf, whoHears } = useThreads();

describe('a waiting reply', () => {
  it('waits for approval if the author wants to hear it first', async () => {
    const id = await addOrigin({ replies: 'first' });
    const reply = await follow(id);
    expect(reply).toMatchObject({ isShared: true, origin: { isWaiting: true } });
    expect(await whoHears(reply.id)).toEqual(['ana', 'beto']);
    for (const viewer of [null, eva]) expect(await listOf('replies', id, viewer)).toEqual([]);
    for (const viewer of [ana, beto]) expect(await listOf('replies', id, viewer)).toEqual([reply.id]);
    for (const viewer of [beto, eva, moderator])
      await expectRefusal(as(viewer).stories.letIn({ id: reply.id }), 'STORY_NOT_FOUND');
    // False meant to detach the reply.
    const detached = { id: reply.id, isLetIn: false } as unknown as { id: StoryId };
    await expect(as(ana).stories.letIn(detached)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await as(ana).stories.letIn({ id: reply.id });
    await as(ana).stories.letIn({ id: reply.id, isLetIn: true });
    expect(await whoHears(reply.id)).toEqual(all);
    // The author's own reply needs no approval.
    expect((await follow(id, { viewer: ana })).origin?.isWaiting).toBeUndefined();
  });

  it('notifies its author of each approval once, in one item of the list, unless they mute', async () => {
    const id = await addOrigin({ replies: 'first' });
    const [first, second] = [await follow(id), await follow(id)];
    const told = async (viewer: Viewer) =>
      (await as(viewer).news.list({ limit: 50 })).items.filter(
        (item) => 'story' in item && item.kind === 'let_in' && item.story?.id === id,
      );
    const rows = () => world.database.prisma.news.count({ where: { storyId: id, kind: 'let_in' } });
    expect(await told(beto)).toEqual([]);
    const letIn = (reply: StoryId) => as(ana).stories.letIn({ id: reply });
    await Promise.all([letIn(first.id), letIn(first.id)]);
    await letIn(first.id);
    expect(await rows()).toBe(1);
    await letIn(second.id);
    expect(await rows()).toBe(2);
    expect(await told(beto)).toMatchObject([
      { kind: 'let_in', actor: { username: 'ana' }, others: 0, isRead: false, story: { title: 'El baile' } },
    ]);
    expect(await told(ana)).toEqual([]);
    // The unread news disappears when the author has no other reply there.
    await as(ana).stories.leaveThread({ id: first.id });
    expect(await rows()).toBe(2);
    await as(ana).stories.leaveThread({ id: second.id });
    expect(await rows()).toBe(0);
    const reply = await follow(id, { viewer: eva });
    await as(eva).blocks.mute({ userId: ana.id });
    await letIn(reply.id);
    expect(await rows()).toBe(0);
    await as(eva).blocks.undo({ userId: ana.id, kind: 'mute' });
    expect(await told(eva)).toEqual([]);
  });

  it('leaves no news of an approval once it is published, deleted, or separated by a block', async () => {
    const id = await addOrigin({ replies: 'first' });
    const rows = () => world.database.prisma.news.count({ where: { storyId: id, kind: 'let_in' } });
    const ways = [
      (reply: StoryId) => as(beto).stories.publish({ id: reply }),
      (reply: StoryId) => as(beto).stories.delete({ id: reply }),
      () => as(beto).blocks.block({ userId: ana.id }),
    ];
    for (const end of ways) {
      const reply = await follow(id);
      await as(ana).stories.letIn({ id: reply.id });
      expect(await rows()).toBe(1);
      await end(reply.id);
      expect(await rows()).toBe(0);
    }
    await as(beto).blocks.undo({ userId: ana.id, kind: 'block' });
  });

  it('causes no news of an approval without the need for one', async () => {
    const id = await addOrigin();
    const reply = await follow(id);
    await as(ana).stories.letIn({ id: reply.id });
    expect(await world.database.prisma.news.count({ where: { storyId: id, kind: 'let_in' } })).toBe(0);
  });

  it('comes before the others in the list of the author as long as it waits, page by page', async () => {
    const id = await addOrigin();
    const heard = await follow(id);
    await as(ana).stories.setReplies({ id, replies: 'first' });
    const waiting = [await follow(id), await follow(id, { viewer: eva })].map((reply) => reply.id);
    const pages = await readPages((cursor) => as(ana).stories.replies({ id, cursor, limit: 1 }));
    expect(pages.flat().map((story) => story.id)).toEqual([...waiting, heard.id]);
    await as(ana).stories.letIn({ id: waiting[0] ?? id });
    expect(await listOf('replies', id, ana)).toEqual([waiting[1], heard.id, waiting[0]]);
    expect(await listOf('replies', id)).toEqual([heard.id, waiting[0]]);
  });

  it('can be approved only while a new one would be accepted', async () => {
    const id = await addOrigin({ replies: 'first' });
    const reply = await follow(id);
    const [first] = await world.database.prisma.$queryRaw<{ id: string }[]>`WITH more AS (
        INSERT INTO recordings (id, user_id, state, claimed_type, original_key, playback_key, playback_bytes,
          playback_type, duration_ms, peaks)
        SELECT gen_random_uuid(), ${eva.id}::uuid, 'ready', 'audio/webm', key, key, 1, 'audio/webm', 1,
          array_fill(1::int2, ARRAY[100])
        FROM (SELECT gen_random_uuid()::text AS key FROM generate_series(1, ${limits.reply.maxOfStory}::int)) AS keys
        RETURNING id
      ) INSERT INTO stories (id, recording_id, user_id, title, duration_ms, created_with, origin_id, origin_kind, is_let_in)
      SELECT gen_random_uuid(), id, ${eva.id}::uuid, 'Yo estuve ahí', 1, '', ${id}::uuid, 'reply', true
      FROM more RETURNING id`;
    const letIn = () => as(ana).stories.letIn({ id: reply.id });
    await expectRefusal(letIn(), 'REPLIES_TOO_MANY');
    await hide(storyId.parse(first?.id));
    await letIn();
    await letIn();
  });
});
