import {
  decideCorrectionInput,
  explainedWordsInput,
  explainInput,
  explanationInput,
  judgeExplanationInput,
  proposeCorrectionInput,
  receivedCorrectionsInput,
} from '@relato/contract';
import {
  completeProfileProcedure,
  moderatorProcedure,
  publicProcedure,
  router,
  signedInProcedure,
} from '../rpc/trpc.ts';
import { explain, removeExplanation } from './explanation-mutations.ts';
import { listExplainedWords } from './explanation-queries.ts';
import { decide, propose } from './mutations.ts';
import { listReceived } from './queries.ts';
import { removeAsModerator } from './removal-mutations.ts';

export const correctionsRouter = router({
  /** Needs a username, because the author sees who proposed it, and readers see who is thanked. */
  propose: completeProfileProcedure({ target: 'visible', limits: ['correction'] })
    .input(proposeCorrectionInput)
    .mutation(({ ctx, input }) => propose(ctx.services, ctx.viewer, input)),
  explain: completeProfileProcedure({ target: 'visible', limits: ['correction', 'explanation'] })
    .input(explainInput)
    .mutation(({ ctx, input }) => explain(ctx.services, ctx.viewer, input)),
  removeExplanation: signedInProcedure({ target: 'related' })
    .input(explanationInput)
    .mutation(({ ctx, input }) => removeExplanation(ctx.services, ctx.viewer, input)),
  /** Only for explanations, because a correction is part of the text of the story by then. */
  removeAsModerator: moderatorProcedure()
    .input(judgeExplanationInput)
    .mutation(({ ctx, input }) => removeAsModerator(ctx.services, ctx.viewer, input)),
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
