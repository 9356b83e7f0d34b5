import { followInput, listFollowsInput, setToldInput } from '@relato/contract';
import { completeProfileProcedure, publicProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import { follow, setTold, unfollow } from './mutations.ts';
import { isFollowing, listFollowers, listFollowing, requireStats } from './queries.ts';

export const followsRouter = router({
  isFollowing: signedInProcedure()
    .input(followInput)
    .query(({ ctx, input }) => isFollowing(ctx.services, ctx.viewer, input.userId)),
  followers: publicProcedure()
    .input(listFollowsInput)
    .query(({ ctx, input }) => listFollowers(ctx.services, { ...input, viewer: ctx.viewer })),
  following: publicProcedure()
    .input(listFollowsInput)
    .query(({ ctx, input }) => listFollowing(ctx.services, { ...input, viewer: ctx.viewer })),
  stats: publicProcedure()
    .input(followInput)
    .query(({ ctx, input }) => requireStats(ctx.services, input.userId)),
  follow: completeProfileProcedure({ limits: ['follow'] })
    .input(followInput)
    .mutation(({ ctx, input }) => follow(ctx.services, ctx.viewer, input.userId)),
  unfollow: signedInProcedure({ limits: ['follow'] })
    .input(followInput)
    .mutation(({ ctx, input }) => unfollow(ctx.services, ctx.viewer, input.userId)),
  setTold: signedInProcedure({ limits: ['follow'] })
    .input(setToldInput)
    .mutation(({ ctx, input }) => setTold(ctx.services, ctx.viewer, input)),
});
