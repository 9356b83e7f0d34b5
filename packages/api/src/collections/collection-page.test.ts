import type { StoryId } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useCollectedStories } from '../testing/collections/collected-stories.ts';
import { readPages } from '../testing/read-pages.ts';

const { world, ana, beto, somebody, as, tell, tellThree, keep, read, byId, collect } = useCollectedStories();

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
