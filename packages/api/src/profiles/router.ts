import { router, signedInProcedure } from '../trpc.ts';
import { requireOwnProfile } from './queries.ts';

export const profilesRouter = router({
  me: signedInProcedure.query(({ ctx }) => requireOwnProfile(ctx.services, ctx.viewer)),
});
