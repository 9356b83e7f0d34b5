import { reactInput, receivedReactionsInput, storyInput } from '@relato/contract';
import { completeProfileProcedure, publicProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import { react } from './mutations.ts';
import { listReceived, requireReactions } from './queries.ts';

export const reactionsRouter = router({
  ofStory: publicProcedure({ target: 'visible', limits: ['reactions'], mayLag: true })
    .input(storyInput)
    .query(({ ctx, input }) => requireReactions(ctx.services, ctx.viewer, input.id)),
  /** Needs a username, because the author sees who left the sign. */
  set: completeProfileProcedure({ target: 'visible' })
    .input(reactInput)
    .mutation(({ ctx, input }) => react(ctx.services, ctx.viewer, input)),
  received: signedInProcedure({ target: 'own' })
    .input(receivedReactionsInput)
    .query(({ ctx, input }) => listReceived(ctx.services, ctx.viewer, input)),
});
