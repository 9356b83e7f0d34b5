import { createQuestionInput, pageInput, questionByLinkInput, questionInput } from '@relato/contract';
import { completeProfileProcedure, publicProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import { createQuestion, withdrawQuestion } from './mutations.ts';
import { listMyQuestions, requireQuestionByLink } from './queries.ts';

export const questionsRouter = router({
  create: completeProfileProcedure({ limits: ['question'] })
    .input(createQuestionInput)
    .mutation(({ ctx, input }) => createQuestion(ctx.services, ctx.viewer, input)),
  mine: signedInProcedure()
    .input(pageInput)
    .query(({ ctx, input }) => listMyQuestions(ctx.services, ctx.viewer, input)),
  withdraw: signedInProcedure({ target: 'own' })
    .input(questionInput)
    .mutation(({ ctx, input }) => withdrawQuestion(ctx.services, ctx.viewer, input.id)),
  /** A mutation although it changes nothing, so that the token does not appear in a URL. */
  byLink: publicProcedure({ limits: ['questionLink'] })
    .input(questionByLinkInput)
    .mutation(({ ctx, input }) => requireQuestionByLink(ctx.services, ctx.viewer, input.token)),
});
