import { failedMailInput, failedMailsInput, moderationLogInput } from '@relato/contract';
import { administratorProcedure, moderatorProcedure, router } from '../trpc.ts';
import { verifyCounters } from './counter-queries.ts';
import { dropFailedMail, repairCounters, retryFailedMail } from './mutations.ts';
import { getStats, listFailedMails, listLog } from './queries.ts';

export const adminRouter = router({
  stats: administratorProcedure().query(({ ctx }) => getStats(ctx.services)),
  log: moderatorProcedure()
    .input(moderationLogInput)
    .query(({ ctx, input }) => listLog(ctx.services, input)),
  failedMails: administratorProcedure()
    .input(failedMailsInput)
    .query(({ ctx, input }) => listFailedMails(ctx.services, input)),
  retryMail: administratorProcedure()
    .input(failedMailInput)
    .mutation(({ ctx, input }) => retryFailedMail(ctx.services, ctx.viewer, input.id)),
  dropMail: administratorProcedure()
    .input(failedMailInput)
    .mutation(({ ctx, input }) => dropFailedMail(ctx.services, ctx.viewer, input.id)),
  verifyCounters: administratorProcedure({ limits: ['counters'] }).query(({ ctx }) =>
    verifyCounters(ctx.services),
  ),
  repairCounters: administratorProcedure({ limits: ['counters'] }).mutation(({ ctx }) =>
    repairCounters(ctx.services, ctx.viewer),
  ),
});
