import { unlinkIdentityInput } from '@relato/contract';
import { router, signedInProcedure } from '../trpc.ts';

/** Accounts at providers that sign in to the viewer's. One is added by `/auth/{provider}?link`, in a browser. */
export const identitiesRouter = router({
  mine: signedInProcedure.query(({ ctx }) => ctx.services.auth.oauth.listIdentities(ctx.viewer.id)),
  unlink: signedInProcedure
    .input(unlinkIdentityInput)
    .mutation(({ ctx, input }) => ctx.services.auth.oauth.unlinkIdentity(ctx.viewer.id, input.provider)),
});
