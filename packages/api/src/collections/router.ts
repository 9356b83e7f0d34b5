import {
  collectionInput,
  collectionsByUserInput,
  collectStoryInput,
  createCollectionInput,
  myCollectionsInput,
  namedCollectionInput,
  placeStoryInput,
  updateCollectionInput,
} from '@relato/contract';
import { publicProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import {
  collectStory,
  createCollection,
  deleteCollection,
  placeStory,
  updateCollection,
} from './mutations.ts';
import { listByUser, listMyCollections, requireCollection } from './queries.ts';

export const collectionsRouter = router({
  byId: publicProcedure({ target: 'visible' })
    .input(collectionInput)
    .query(({ ctx, input }) => requireCollection(ctx.services, ctx.viewer, input)),
  byUser: publicProcedure()
    .input(collectionsByUserInput)
    .query(({ ctx, input }) => listByUser(ctx.services, ctx.viewer, input)),
  mine: signedInProcedure()
    .input(myCollectionsInput)
    .query(({ ctx, input }) => listMyCollections(ctx.services, ctx.viewer, input)),
  create: signedInProcedure()
    .input(createCollectionInput)
    .mutation(({ ctx, input }) => createCollection(ctx.services, ctx.viewer, input.name)),
  update: signedInProcedure({ target: 'own' })
    .input(updateCollectionInput)
    .mutation(({ ctx, input }) => updateCollection(ctx.services, ctx.viewer, input)),
  delete: signedInProcedure({ target: 'own' })
    .input(namedCollectionInput)
    .mutation(({ ctx, input }) => deleteCollection(ctx.services, ctx.viewer, input.id)),
  setStory: signedInProcedure({ target: 'own' })
    .input(collectStoryInput)
    .mutation(({ ctx, input }) => collectStory(ctx.services, ctx.viewer, input)),
  move: signedInProcedure({ target: 'own' })
    .input(placeStoryInput)
    .mutation(({ ctx, input }) => placeStory(ctx.services, ctx.viewer, input)),
});
