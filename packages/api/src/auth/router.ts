import {
  requestPasswordResetInput,
  resendVerificationInput,
  resetPasswordInput,
  signInInput,
  signUpInput,
  verifyEmailInput,
} from '@relato/contract';
import { publicProcedure, router, signedInProcedure } from '../trpc.ts';
import {
  requestPasswordReset,
  resendVerification,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from './mutations.ts';
import { getSession } from './queries.ts';

export const authRouter = router({
  /** Null for a visitor. */
  session: publicProcedure.query(({ ctx }) => getSession(ctx)),
  signUp: publicProcedure.input(signUpInput).mutation(({ ctx, input }) => signUp(ctx, input)),
  signIn: publicProcedure.input(signInInput).mutation(({ ctx, input }) => signIn(ctx, input)),
  signOut: signedInProcedure.mutation(({ ctx }) => signOut(ctx)),
  verifyEmail: publicProcedure
    .input(verifyEmailInput)
    .mutation(({ ctx, input }) => ctx.services.auth.verifyEmail(input.token, ctx.viewer?.id)),
  resendVerification: publicProcedure
    .input(resendVerificationInput)
    .mutation(({ ctx, input }) => resendVerification(ctx, input.email)),
  requestPasswordReset: publicProcedure
    .input(requestPasswordResetInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input.email)),
  resetPassword: publicProcedure
    .input(resetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
});
