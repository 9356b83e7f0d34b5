import { serverLimits, storyId } from '@relato/contract';
import { createStory as addStory } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../rpc/context.ts';
import { useThreads } from '../../testing/stories/threads.ts';

const { world, ana, beto, eva, moderator, as, addOrigin, follow, grow, hide, listOf } = useThreads();

describe('a follow-up of a story', () => {
  it('is an ordinary story, and the two link to each other', async () => {
    const id = await addOrigin();
    const grown = await grow(id);
    expect(grown).toMatchObject({
      published: true,
      origin: { kind: 'grown', story: { id, author: { username: 'ana' } } },
    });
    for (const viewer of [null, ana, eva]) expect(await listOf('grown', id, viewer)).toEqual([grown.id]);
    expect((await as(null).stories.byUser({ userId: beto.id })).items.map((story) => story.id)).toContain(
      grown.id,
    );
    const kept = await follow(id, { kind: 'grown', visibility: 'private' });
    expect(await listOf('grown', id)).toEqual([grown.id]);
    await as(beto).stories.publish({ id: kept.id, voicesAgreed: true });
    expect(await listOf('grown', id)).toEqual([kept.id, grown.id]);
    await hide(kept.id);
    expect(await listOf('grown', id, ana)).toEqual([grown.id]);
  });

  it('stays when the other story is gone, whose title it does not reveal', async () => {
    const id = await addOrigin();
    const [grown, next] = [await grow(id), await addOrigin()];
    const further = await grow(grown.id, eva);
    const read = async (viewer: Viewer | null) => {
      const { stories } = as(viewer);
      return [await stories.byId({ id: grown.id }), await stories.ancestors({ id: further.id })] as const;
    };
    expect((await read(null))[1].map((line) => line.id)).toEqual([grown.id, id]);
    await hide(id);
    for (const viewer of [null, beto, moderator]) {
      const [story, ancestors] = await read(viewer);
      expect(story.origin).toEqual({ kind: 'grown', story: null, ...(viewer === beto && { isAway: true }) });
      expect(ancestors.map((line) => line.id)).toEqual([grown.id]);
    }
    expect(await listOf('grown', id)).toEqual([]);
    await hide(id, null);
    await as(ana).blocks.block({ userId: eva.id });
    expect((await read(eva))[1].map((line) => line.id)).toEqual([grown.id]);
    await as(ana).blocks.undo({ userId: eva.id, kind: 'block' });
    await as(ana).stories.unpublish({ id });
    expect((await read(null))[0].origin).toEqual({ kind: 'grown', story: null });
    expect((await read(ana))[0].origin).toMatchObject({ story: { title: 'El baile' } });
    await as(ana).stories.delete({ id });
    expect((await read(null))[0]).toMatchObject({ published: true, origin: { kind: 'grown', story: null } });
    expect((await follow(next, { kind: 'grown', visibility: 'private' })).origin).toBeDefined();
  });

  it('can only follow a story that exists when it is saved, so that there are no cycles', async () => {
    const id = await addOrigin();
    const grown = await grow(id);
    const { prisma } = world.database;
    for (const [child, originId] of [[id, grown.id] as const, [id, id] as const])
      await expect(
        prisma.story.update({ where: { id: child }, data: { originId, originKind: 'grown' } }),
      ).rejects.toThrow(/origin of a story does not change/);
    const other = await addOrigin();
    await expect(prisma.story.update({ where: { id: grown.id }, data: { originId: other } })).rejects.toThrow(
      /origin of a story does not change/,
    );
    await hide(other);
    expect((await grow(other)).origin).toBeUndefined();
  });

  it('stays attached until the author of either story ends that', async () => {
    const id = await addOrigin();
    const [first, second, kept] = [
      await grow(id),
      await grow(id),
      await follow(id, { kind: 'grown', visibility: 'private' }),
    ];
    await expectRefusal(as(eva).stories.leaveThread({ id: first.id }), 'STORY_NOT_FOUND');
    await expectRefusal(as(ana).stories.leaveThread({ id: kept.id }), 'STORY_NOT_FOUND');
    await as(ana).stories.leaveThread({ id: first.id });
    await as(beto).stories.leaveThread({ id: second.id });
    expect(await listOf('grown', id)).toEqual([]);
    const { stories } = as(null);
    expect(await stories.byId({ id: first.id })).toMatchObject({
      published: true,
      origin: { kind: 'grown', story: null },
    });
    expect((await stories.byId({ id: second.id })).origin).toBeUndefined();
  });

  it('shows a limited number of the stories before it', async () => {
    let id = await addOrigin();
    for (let depth = 0; depth <= serverLimits.tree.maxDepth; depth += 1)
      id = storyId.parse(
        await addStory(world.database.prisma, { userId: ana.id, originId: id, originKind: 'grown' }),
      );
    expect(await as(null).stories.ancestors({ id })).toHaveLength(serverLimits.tree.maxDepth);
  });
});
