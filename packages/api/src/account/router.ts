import {
  changePasswordInput,
  confirmEmailChangeInput,
  deleteAccountByLinkInput,
  deleteAccountInput,
  endSessionInput,
  requestEmailChangeInput,
  requestPasswordResetInput,
  resendVerificationInput,
  resetPasswordInput,
  signInInput,
  signUpInput,
  unlinkIdentityInput,
  verifyEmailInput,
} from '@relato/contract';
import { publicProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import { deleteAccount, deleteAccountByLink } from './deletion-mutations.ts';
import {
  changePassword,
  confirmEmailChange,
  endSession,
  requestEmailChange,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  signIn,
  signOut,
  signUp,
  verifyEmail,
} from './mutations.ts';
import { getSession, requireOwnAccount } from './queries.ts';

export const accountRouter = router({
  /** Null for a visitor. */
  session: publicProcedure().query(({ ctx }) => getSession(ctx)),
  signUp: publicProcedure({ limits: ['signUp'] })
    .input(signUpInput)
    .mutation(({ ctx, input }) => signUp(ctx, input)),
  signIn: publicProcedure({ limits: ['signIn'] })
    .input(signInInput)
    .mutation(({ ctx, input }) => signIn(ctx, input)),
  signOut: signedInProcedure().mutation(({ ctx }) => signOut(ctx)),
  verifyEmail: publicProcedure()
    .input(verifyEmailInput)
    .mutation(({ ctx, input }) => verifyEmail(ctx, input)),
  resendVerification: publicProcedure({ limits: ['mail'] })
    .input(resendVerificationInput)
    .mutation(({ ctx, input }) => resendVerification(ctx, input.email)),
  requestPasswordReset: publicProcedure({ limits: ['mail'] })
    .input(requestPasswordResetInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input.email)),
  resetPassword: publicProcedure()
    .input(resetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  get: signedInProcedure().query(({ ctx }) => requireOwnAccount(ctx.services, ctx.viewer)),
  changePassword: signedInProcedure({ limits: ['password'] })
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  requestEmailChange: signedInProcedure({ limits: ['password', 'mail'] })
    .input(requestEmailChangeInput)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input)),
  confirmEmailChange: signedInProcedure()
    .input(confirmEmailChangeInput)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx, input.token)),
  sessions: signedInProcedure().query(({ ctx }) =>
    ctx.services.auth.listSessions(ctx.viewer.id, ctx.session.token),
  ),
  endSession: signedInProcedure()
    .input(endSessionInput)
    .mutation(({ ctx, input }) => endSession(ctx, input.id)),
  endOtherSessions: signedInProcedure().mutation(({ ctx }) =>
    ctx.services.auth.endOtherSessions({ userId: ctx.viewer.id, token: ctx.session.token }),
  ),
  /** The accounts at OAuth providers that can sign in to this one. `/auth/{provider}?link` adds one. */
  identities: signedInProcedure().query(({ ctx }) => ctx.services.auth.oauth.listIdentities(ctx.viewer.id)),
  unlinkIdentity: signedInProcedure({ limits: ['password'] })
    .input(unlinkIdentityInput)
    .mutation(({ ctx, input }) => ctx.services.auth.oauth.unlinkIdentity(ctx.viewer.id, input.provider)),
  delete: signedInProcedure({ limits: ['password'] })
    .input(deleteAccountInput)
    .mutation(({ ctx, input }) => deleteAccount(ctx, input)),
  deleteByLink: publicProcedure()
    .input(deleteAccountByLinkInput)
    .mutation(({ ctx, input }) => deleteAccountByLink(ctx.services, input.token)),
});
