import { randomUUID } from 'node:crypto';
import { collectionId, laterId, limits, type CollectionId, type StoryId } from '@relato/contract';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { beforeEach, describe, expect, it } from 'vitest';
import { requireActive } from '../locks.ts';
import type { Viewer } from '../rpc/context.ts';
import { createThings } from '../testing/things.ts';
import { readPages } from '../testing/read-pages.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();

const somebody = (role: Viewer['role'] = 'user'): Promise<Viewer> =>
  world.addUser(`c_${randomUUID().slice(0, 12)}`, role);
let [ana, beto]: readonly [Viewer, Viewer] = [] as unknown as [Viewer, Viewer]; // set before each test
beforeEach(async () => {
  [ana, beto] = [await somebody(), await somebody()];
});

const as = (who: Viewer | null) => world.callAs(who).collections;
const tell = async (who: Viewer, isPublic = true) =>
  (await createThings(world.database, who.id, isPublic)).story;
const tellThree = async (who: Viewer) =>
  [await tell(who), await tell(who), await tell(who)] as [StoryId, StoryId, StoryId];
const keep = (who: Viewer, id: CollectionId, storyId: StoryId, isIn = true) =>
  as(who).setStory({ id, storyId, isIn });
const read = async (who: Viewer | null, id: CollectionId) =>
  (await world.callAs(who).stories.byCollection({ id })).items.map((story) => story.id);
const byId = (who: Viewer | null, id: CollectionId) => as(who).byId({ id });

/** Creates a collection of ana with these stories. */
async function collect(
  stories: readonly StoryId[],
  { name = 'Para el tren', isPublic = false } = {},
): Promise<CollectionId> {
  const id = collectionId.parse(await as(ana).create({ name }));
  for (const story of stories) await keep(ana, id, story);
  if (isPublic) await as(ana).update({ id, name, isPublic });
  return id;
}

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

describe('the order of a collection', () => {
  it('is that of addition, until a story is moved before another', async () => {
    const [a, b, c] = await tellThree(beto);
    const id = await collect([a, b, c]);
    const move = async (storyId: StoryId, before: StoryId) => {
      await as(ana).move({ id, storyId, before });
      return read(ana, id);
    };
    expect(await read(ana, id)).toEqual([a, b, c]);
    expect(await move(c, a)).toEqual([c, a, b]);
    expect(await move(c, a)).toEqual([c, a, b]);
    expect(await move(c, b)).toEqual([a, c, b]);
    expect(await move(b, b)).toEqual([a, c, b]);
    await keep(ana, id, c, false);
    expect(await move(b, a)).toEqual([b, a]);
    await keep(ana, id, c);
    expect(await read(ana, id)).toEqual([b, a, c]);
    expect(await move(b, c)).toEqual([a, b, c]);
    await keep(ana, id, b, false);
    await expectRefusal(as(ana).move({ id, storyId: a, before: b }), 'STORY_NOT_FOUND');
    await expectRefusal(as(ana).move({ id, storyId: b, before: a }), 'STORY_NOT_FOUND');
  });

  it('keeps every story once during concurrent moves, and is read in pages', async () => {
    const stories = [...(await tellThree(beto)), ...(await tellThree(beto))];
    const id = await collect(stories);
    await Promise.all(
      stories.map((storyId, index) =>
        as(ana).move({ id, storyId, before: stories[(index + 3) % 6] ?? storyId }),
      ),
    );
    const places = await world.database.prisma.collectionStory.findMany({ where: { collectionId: id } });
    expect(new Set(places.map(({ position }) => position)).size).toBe(stories.length);
    const pages = await readPages((cursor) =>
      world.callAs(ana).stories.byCollection({ id, cursor, limit: 4 }),
    );
    expect(pages.map(({ length }) => length)).toEqual([4, 2]);
    expect(pages.flat().map((story) => story.id)).toEqual(await read(ana, id));
    expect(new Set(await read(ana, id))).toEqual(new Set(stories));
  });
});

describe('the page of a collection', () => {
  it('is visible to its owner alone until it is public, and only its owner changes it', async () => {
    const story = await tell(beto);
    const id = await collect([story]);
    const moderator = await somebody('moderator');
    for (const who of [null, beto, moderator]) {
      await expectRefusal(byId(who, id), 'COLLECTION_NOT_FOUND');
      expect(await read(who, id)).toEqual([]);
    }
    await as(ana).update({ id, name: 'Para todos', isPublic: true });
    for (const who of [null, beto, moderator]) {
      expect(await byId(who, id)).toMatchObject({ name: 'Para todos', viewer: { canEdit: false } });
      expect(await read(who, id)).toEqual([story]);
      expect((await as(who).byUser({ userId: ana.id })).items).toMatchObject([{ id }]);
    }
    await collect([], { name: 'Privada' });
    expect((await as(ana).byUser({ userId: ana.id })).items).toMatchObject([{ id }]);
    const nameless = { ...ana, username: null };
    await expectRefusal(as(nameless).update({ id, name: 'Otra', isPublic: true }), 'PROFILE_INCOMPLETE');
  });

  it('omits stories that are unpublished, hidden or by a blocked or muted user, until they may show again', async () => {
    const moderator = await somebody('moderator');
    const eva = await somebody();
    const [unpublished, hidden, blocked] = [await tell(beto), await tell(beto), await tell(eva)];
    const id = await collect([unpublished, hidden, blocked], { isPublic: true });
    const sees = async (who: Viewer | null) => {
      expect(await byId(who, id)).toMatchObject({ storiesCount: (await read(who, id)).length });
      return read(who, id);
    };
    await world.callAs(beto).stories.unpublish({ id: unpublished });
    expect(await sees(null)).toEqual([hidden, blocked]);
    expect(await sees(ana)).toEqual([hidden, blocked]);
    await world.callAs(moderator).stories.hide({ id: hidden, reason: 'Spam' });
    expect(await sees(null)).toEqual([blocked]);
    await world.callAs(beto).blocks.block({ userId: eva.id });
    expect(await sees(beto)).toEqual([]);
    expect(await sees(ana)).toEqual([blocked]);
    await world.callAs(ana).blocks.mute({ userId: eva.id });
    expect(await sees(ana)).toEqual([]);
    expect(await sees(null)).toEqual([blocked]);
    await world.callAs(ana).blocks.undo({ userId: eva.id, kind: 'mute' });
    await world.callAs(moderator).stories.restore({ id: hidden, reason: 'Error' });
    await world.callAs(beto).stories.publish({ id: unpublished });
    expect(await sees(ana)).toEqual([unpublished, hidden, blocked]);
  });

  it('is not found while its owner is suspended or there is a block; a mute does not hide it', async () => {
    const moderator = await somebody('moderator');
    const id = await collect([await tell(await somebody())], { isPublic: true });
    const isGoneFor = async (who: Viewer | null) => {
      await expectRefusal(byId(who, id), 'COLLECTION_NOT_FOUND');
      expect(await read(who, id)).toEqual([]);
      expect((await as(who).byUser({ userId: ana.id })).items).toEqual([]);
    };
    await world.callAs(beto).blocks.mute({ userId: ana.id });
    expect(await read(beto, id)).toHaveLength(1);
    for (const [one, other] of [
      [ana, beto],
      [beto, ana],
    ] as const) {
      await world.callAs(one).blocks.block({ userId: other.id });
      await isGoneFor(beto);
      expect(await byId(null, id)).toMatchObject({ id });
      await world.callAs(one).blocks.undo({ userId: other.id, kind: 'block' });
    }
    await world.callAs(moderator).users.suspend({ userId: ana.id, reason: 'Spam' });
    await isGoneFor(null);
    await isGoneFor(beto);
  });
});
