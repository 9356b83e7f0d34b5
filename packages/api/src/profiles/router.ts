import { chooseUsernameInput } from '@relato/contract';
import { completeProfileProcedure, router, signedInProcedure } from '../trpc.ts';
import { chooseUsername } from './mutations.ts';
import { requireOwnProfile } from './queries.ts';

export const profilesRouter = router({
  me: signedInProcedure.query(({ ctx }) => requireOwnProfile(ctx.services, ctx.viewer)),
  /** The first username, for who has none. */
  complete: signedInProcedure
    .input(chooseUsernameInput)
    .mutation(({ ctx, input }) => chooseUsername(ctx.services, ctx.viewer, input.username)),
  update: completeProfileProcedure
    .input(chooseUsernameInput)
    .mutation(({ ctx, input }) => chooseUsername(ctx.services, ctx.viewer, input.username)),
});
