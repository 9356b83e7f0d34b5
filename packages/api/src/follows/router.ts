import { followInput, followTagInput, listFollowsInput, setToldInput } from '@relato/contract';
import { completeProfileProcedure, publicProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import { follow, followTag, setTold, unfollow, unfollowTag } from './mutations.ts';
import { isFollowing, listFollowedTags, listFollowers, listFollowing, requireStats } from './queries.ts';

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
    .query(({ ctx, input }) => requireStats(ctx.services, ctx.viewer, input.userId)),
  follow: completeProfileProcedure({ limits: ['follow'] })
    .input(followInput)
    .mutation(({ ctx, input }) => follow(ctx.services, ctx.viewer, input.userId)),
  unfollow: signedInProcedure({ limits: ['follow'] })
    .input(followInput)
    .mutation(({ ctx, input }) => unfollow(ctx.services, ctx.viewer, input.userId)),
  tags: signedInProcedure().query(({ ctx }) => listFollowedTags(ctx.services, ctx.viewer)),
  /** Needs no username, because no other user sees it. */
  followTag: signedInProcedure({ limits: ['follow'] })
    .input(followTagInput)
    .mutation(({ ctx, input }) => followTag(ctx.services, ctx.viewer, input.tag)),
  unfollowTag: signedInProcedure({ limits: ['follow'] })
    .input(followTagInput)
    .mutation(({ ctx, input }) => unfollowTag(ctx.services, ctx.viewer, input.tag)),
  setTold: signedInProcedure({ limits: ['follow'] })
    .input(setToldInput)
    .mutation(({ ctx, input }) => setTold(ctx.services, ctx.viewer, input)),
});
