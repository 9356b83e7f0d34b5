import { z } from 'zod';
import { canonicalId, storyId, userId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput } from '../paging.ts';
import { storedText } from '../text/schema.ts';
import { checkCollectionName } from './rules.ts';
import { laterId } from './types.ts';

const namedCollectionId = canonicalId.brand<'CollectionId'>();
/** The id of 'Escuchar más tarde' names that of the caller. */
export const collectionId = z.union([namedCollectionId, z.literal(laterId)]);
const collectionName = storedText(checkCollectionName, limits.collection.name);

/** With a story, each collection reports whether it contains the story. */
export const collectionInput = z.object({ id: collectionId, storyId: storyId.nullish() });
export const myCollectionsInput = pageInput.extend({ storyId: storyId.nullish() });
export const collectionsByUserInput = pageInput.extend({ userId });
export const storiesByCollectionInput = pageInput.extend({ id: collectionId });
export const createCollectionInput = z.object({ name: collectionName });
export const namedCollectionInput = z.object({ id: namedCollectionId });
/** An omitted field keeps its value. */
export const updateCollectionInput = namedCollectionInput.extend({
  name: collectionName.optional(),
  isPublic: z.boolean().optional(),
});
export const collectStoryInput = z.object({ id: collectionId, storyId, isIn: z.boolean() });
/** Moves the story to the place of `before`, which then comes after it. */
export const placeStoryInput = z.object({ id: collectionId, storyId, before: storyId });

export type CollectionId = z.infer<typeof collectionId>;
export type NamedCollectionId = z.infer<typeof namedCollectionId>;
export type UpdateCollectionInput = z.infer<typeof updateCollectionInput>;
