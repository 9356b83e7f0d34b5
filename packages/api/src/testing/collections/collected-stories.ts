import { randomUUID } from 'node:crypto';
import { collectionId, type CollectionId, type StoryId } from '@relato/contract';
import { beforeEach } from 'vitest';
import type { Viewer } from '../../rpc/context.ts';
import { createThings } from '../things.ts';
import { useTestWorld } from '../world.ts';

/** Creates a world with ana, who owns the collections, and beto. Both are new in each test. */
export function useCollectedStories() {
  const world = useTestWorld();
  const somebody = (role: Viewer['role'] = 'user'): Promise<Viewer> =>
    world.addUser(`c_${randomUUID().slice(0, 12)}`, role);
  const [ana, beto] = [{} as Viewer, {} as Viewer]; // get their properties before each test
  beforeEach(async () => {
    Object.assign(ana, await somebody());
    Object.assign(beto, await somebody());
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

  return { world, ana, beto, somebody, as, tell, tellThree, keep, read, byId, collect };
}
