import { failedJobInput, failedJobsInput, moderationLogInput } from '@relato/contract';
import { administratorProcedure, moderatorProcedure, router } from '../rpc/trpc.ts';
import { verifyCounters } from './counter-queries.ts';
import { dropFailedJob, repairCounters, retryFailedJob } from './mutations.ts';
import { getStats, listFailedJobs, listLog } from './queries.ts';

export const adminRouter = router({
  stats: administratorProcedure().query(({ ctx }) => getStats(ctx.services)),
  log: moderatorProcedure()
    .input(moderationLogInput)
    .query(({ ctx, input }) => listLog(ctx.services, input)),
  failedJobs: administratorProcedure()
    .input(failedJobsInput)
    .query(({ ctx, input }) => listFailedJobs(ctx.services, input)),
  retryJob: administratorProcedure()
    .input(failedJobInput)
    .mutation(({ ctx, input }) => retryFailedJob(ctx.services, ctx.viewer, input.id)),
  dropJob: administratorProcedure()
    .input(failedJobInput)
    .mutation(({ ctx, input }) => dropFailedJob(ctx.services, ctx.viewer, input.id)),
  verifyCounters: administratorProcedure({ limits: ['counters'] }).query(({ ctx }) =>
    verifyCounters(ctx.services),
  ),
  repairCounters: administratorProcedure({ limits: ['counters'] }).mutation(({ ctx }) =>
    repairCounters(ctx.services, ctx.viewer),
  ),
});
