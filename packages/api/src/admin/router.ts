import { failedMailInput, failedMailsInput, moderationLogInput } from '@relato/contract';
import { router, signedInProcedure } from '../trpc.ts';
import { verifyCounters } from './counter-queries.ts';
import { dropFailedMail, repairCounters, retryFailedMail } from './mutations.ts';
import { getStats, listFailedMails, listLog } from './queries.ts';

export const adminRouter = router({
  stats: signedInProcedure.query(({ ctx }) => getStats(ctx.services)),
  log: signedInProcedure.input(moderationLogInput).query(({ ctx, input }) => listLog(ctx.services, input)),
  failedMails: signedInProcedure
    .input(failedMailsInput)
    .query(({ ctx, input }) => listFailedMails(ctx.services, input)),
  retryMail: signedInProcedure
    .input(failedMailInput)
    .mutation(({ ctx, input }) => retryFailedMail(ctx.services, ctx.viewer, input.id)),
  dropMail: signedInProcedure
    .input(failedMailInput)
    .mutation(({ ctx, input }) => dropFailedMail(ctx.services, ctx.viewer, input.id)),
  verifyCounters: signedInProcedure.query(({ ctx }) => verifyCounters(ctx.services)),
  repairCounters: signedInProcedure.mutation(({ ctx }) => repairCounters(ctx.services, ctx.viewer)),
});
