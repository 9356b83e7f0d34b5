import { randomUUID } from 'node:crypto';
import { collectionId, laterId, limits, type StoryId } from '@relato/contract';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { requireActive } from '../locks.ts';
import { useCollectedStories } from '../testing/collections/collected-stories.ts';
import { readPages } from '../testing/read-pages.ts';

const { world, ana, beto, as, tell, tellThree, keep, read, byId, collect } = useCollectedStories();

describe("'Escuchar más tarde'", () => {
  it('exists before its first use, separately for each user', async () => {
    const story = await tell(beto);
    expect(await as(ana).byId({ id: laterId, storyId: story })).toEqual({
      id: laterId,
      name: null,
      isPublic: false,
      storiesCount: 0,
      hasStory: false,
      owner: { id: ana.id, username: ana.username },
      viewer: { canEdit: true },
    });
    expect(await read(ana, laterId)).toEqual([]);
    await Promise.all([keep(ana, laterId, story), keep(ana, laterId, story)]);
    expect(await as(ana).byId({ id: laterId, storyId: story })).toMatchObject({
      id: laterId,
      name: null,
      storiesCount: 1,
      hasStory: true,
    });
    expect(await read(ana, laterId)).toEqual([story]);
    expect(await read(beto, laterId)).toEqual([]);
    await keep(ana, laterId, story, false);
    await keep(ana, laterId, story, false);
    expect(await byId(ana, laterId)).toMatchObject({ storiesCount: 0 });
  });

  it('has no owner for a visitor, is in no list, and cannot be renamed, published or deleted', async () => {
    await keep(ana, laterId, await tell(beto));
    await expectRefusal(byId(null, laterId), 'COLLECTION_NOT_FOUND');
    expect(await read(null, laterId)).toEqual([]);
    expect((await as(ana).mine({})).items).toEqual([]);
    const { id } = await world.database.prisma.collection.findFirstOrThrow({ where: { userId: ana.id } });
    await expectRefusal(as(ana).update({ id, name: 'Mía', isPublic: true }), 'COLLECTION_NOT_FOUND');
    await expectRefusal(as(ana).delete({ id }), 'COLLECTION_NOT_FOUND');
    await expectRefusal(as(ana).byId({ id }), 'COLLECTION_NOT_FOUND');
    // The database refuses it too.
    await expect(
      world.database.prisma.collection.update({ where: { id }, data: { isPublic: true } }),
    ).rejects.toThrow('collections_later_is_private');
    await expect(
      world.database.prisma.collection.create({ data: { id: randomUUID(), userId: ana.id } }),
    ).rejects.toThrow('user_id');
  });
});

describe('a collection', () => {
  it('is created once for a name, renamed, and deleted without its stories', async () => {
    const story = await tell(beto);
    const id = await collect([story], { name: ' Para el\u200B tren ' });
    expect(await as(ana).create({ name: 'Para el tren' })).toBe(id);
    const other = collectionId.parse(await as(ana).create({ name: 'Otra' }));
    await expectRefusal(
      as(ana).update({ id: other, name: 'Para el tren', isPublic: false }),
      'COLLECTION_NAME_TAKEN',
    );
    await expect(as(ana).create({ name: ' \u200B ' })).rejects.toThrow('COLLECTION_NAME_REQUIRED');
    const long = 'ñ'.repeat(limits.collection.name.maxLength);
    await expect(as(ana).create({ name: `${long}a` })).rejects.toThrow('COLLECTION_NAME_TOO_LONG');
    await as(ana).update({ id, name: long, isPublic: false });
    expect(await byId(ana, id)).toMatchObject({ id, name: long, storiesCount: 1 });
    // Another user may use the same name.
    await as(beto).create({ name: 'Otra' });
    await as(ana).delete({ id });
    await expectRefusal(byId(ana, id), 'COLLECTION_NOT_FOUND');
    expect(await world.visitor.stories.byId({ id: story })).toMatchObject({ id: story });
  });

  it('keeps the name and the visibility that a change does not give', async () => {
    const id = await collect([]);
    await as(ana).update({ id, name: 'Para el coche' });
    expect(await byId(ana, id)).toMatchObject({ name: 'Para el coche', isPublic: false });
    await as(ana).update({ id, isPublic: true });
    await as(ana).update({ id, name: 'Para el tren' });
    await as(ana).update({ id });
    expect(await byId(ana, id)).toMatchObject({ name: 'Para el tren', isPublic: true });
  });

  it('is limited to a hundred, also by concurrent calls', async () => {
    await world.database.prisma.collection.createMany({
      data: Array.from({ length: limits.collection.maxCount - 1 }, (_, index) => ({
        id: randomUUID(),
        userId: ana.id,
        name: `N.º ${index}`,
      })),
    });
    await keep(ana, laterId, await tell(beto));
    // The last one is created by a call that shares the lock of the account, as votes do.
    const late = await world.database.prisma.$transaction(async (tx) => {
      await requireActive(tx, ana.id);
      await tx.collection.create({ data: { id: randomUUID(), userId: ana.id, name: 'A' } });
      const waiting = as(ana)
        .create({ name: 'B' })
        .catch((error: unknown) => error);
      await expect.poll(world.countBlocked).toBe(1);
      return { waiting };
    });
    expect(await late.waiting).toEqual(errorCode('COLLECTIONS_TOO_MANY'));
    await expectRefusal(as(ana).create({ name: 'C' }), 'COLLECTIONS_TOO_MANY');
    await as(ana).create({ name: 'N.º 1' });
    const pages = await readPages((cursor) => as(ana).mine({ cursor, limit: 30 }));
    expect(pages.map(({ length }) => length)).toEqual([30, 30, 30, 10]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(limits.collection.maxCount);
  });

  it('holds at most five hundred stories', async () => {
    const [own, spare] = [await tell(ana, false), await tell(ana, false)];
    const id = await collect([]);
    const [first, second, third] = await tellThree(beto);
    const { recordingId } = await world.database.prisma.story.findUniqueOrThrow({ where: { id: first } });
    await world.database.prisma.$executeRaw`WITH more AS (
        INSERT INTO recordings (id, user_id, state, claimed_type, original_key, playback_key, playback_bytes, playback_type,
          duration_ms, peaks)
        SELECT gen_random_uuid(), user_id, state, claimed_type, n || original_key, n || playback_key, playback_bytes,
          playback_type, duration_ms, peaks
        FROM recordings, generate_series(1, ${limits.collection.maxStories - 1}) AS n WHERE id = ${recordingId}::uuid
        RETURNING id
      ), told AS (
        INSERT INTO stories (id, recording_id, user_id, title, duration_ms, created_with, published, published_at)
        SELECT gen_random_uuid(), id, ${beto.id}::uuid, 'Una', 1, '', true, now() FROM more RETURNING id
      ) INSERT INTO collection_stories (collection_id, story_id, position)
      SELECT ${id}::uuid, id, row_number() OVER () FROM told`;
    await keep(ana, id, first);
    await expectRefusal(keep(ana, id, second), 'COLLECTION_FULL');
    await keep(ana, id, first);
    await keep(ana, id, first, false);
    await keep(ana, id, second);
    // The owner can neither see nor remove stories that are out of sight: they give way, the oldest first.
    const unseen = (await read(ana, id)).slice(0, 2);
    const isOut = {
      where: { collectionId: id, storyId: { in: unseen } },
      select: { storyId: true },
    } as const;
    for (const story of unseen) await world.callAs(beto).stories.unpublish({ id: story });
    await keep(ana, id, third);
    expect(await world.database.prisma.collectionStory.findMany(isOut)).toEqual([{ storyId: unseen[1] }]);
    await keep(ana, id, own);
    // Those of a muted author show again.
    await world.callAs(ana).blocks.mute({ userId: beto.id });
    await expectRefusal(keep(ana, id, spare), 'COLLECTION_FULL');
    await world.callAs(ana).blocks.undo({ userId: beto.id, kind: 'mute' });
    expect(await byId(ana, id)).toMatchObject({ storiesCount: limits.collection.maxStories });
  });

  it('accepts stories that its owner may see, and reports whether it has a story', async () => {
    const [open, own, secret] = [await tell(beto), await tell(ana, false), await tell(beto, false)];
    const id = await collect([open, own]);
    await expectRefusal(keep(ana, id, secret), 'STORY_NOT_FOUND');
    await expectRefusal(keep(ana, id, randomUUID() as StoryId), 'STORY_NOT_FOUND');
    const hasIt = async (storyId?: StoryId) =>
      (await as(ana).mine({ ...(storyId && { storyId }) })).items.find((each) => each.id === id)?.hasStory;
    expect([await hasIt(own), await hasIt(secret), await hasIt()]).toEqual([true, false, false]);
    // Other users do not see the owner's private story.
    await as(ana).update({ id, name: 'Para el tren', isPublic: true });
    expect([await read(ana, id), await read(beto, id), await read(null, id)]).toEqual([
      [open, own],
      [open],
      [open],
    ]);
    expect(await as(beto).byId({ id, storyId: own })).toMatchObject({ storiesCount: 1, hasStory: false });
  });
});
