import {
  decideCorrectionInput,
  explainedWordsInput,
  explainInput,
  explanationInput,
  proposeCorrectionInput,
  receivedCorrectionsInput,
} from '@relato/contract';
import { completeProfileProcedure, publicProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import { explain, removeExplanation } from './explanation-mutations.ts';
import { listExplainedWords } from './explanation-queries.ts';
import { decide, propose } from './mutations.ts';
import { listReceived } from './queries.ts';

export const correctionsRouter = router({
  /** Needs a username, because the author is told who it was, and others whom they owe the text. */
  propose: completeProfileProcedure({ target: 'visible', limits: ['correction'] })
    .input(proposeCorrectionInput)
    .mutation(({ ctx, input }) => propose(ctx.services, ctx.viewer, input)),
  explain: completeProfileProcedure({ target: 'visible', limits: ['correction', 'explanation'] })
    .input(explainInput)
    .mutation(({ ctx, input }) => explain(ctx.services, ctx.viewer, input)),
  removeExplanation: signedInProcedure({ target: 'judged' })
    .input(explanationInput)
    .mutation(({ ctx, input }) => removeExplanation(ctx.services, ctx.viewer, input)),
  explainedWords: publicProcedure({ mayLag: true })
    .input(explainedWordsInput)
    .query(({ ctx, input }) => listExplainedWords(ctx.services, ctx.viewer, input)),
  received: signedInProcedure({ target: 'own' })
    .input(receivedCorrectionsInput)
    .query(({ ctx, input }) => listReceived(ctx.services, ctx.viewer, input)),
  decide: signedInProcedure({ target: 'own' })
    .input(decideCorrectionInput)
    .mutation(({ ctx, input }) => decide(ctx.services, ctx.viewer, input)),
});
