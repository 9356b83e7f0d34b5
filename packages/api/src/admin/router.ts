import {
  examineInput,
  failedJobInput,
  failedJobsInput,
  listMissing,
  moderationLogInput,
  pageInput,
} from '@relato/contract';
import { administratorProcedure, moderatorProcedure, router } from '../rpc/trpc.ts';
import { verifyCounters } from './counter-queries.ts';
import { dropFailedJob, repairCounters, retryFailedJob } from './mutations.ts';
import { getOverview } from './overview-queries.ts';
import { getStats, listFailedJobs, listLog } from './queries.ts';
import { listRegister } from './register-queries.ts';
import { listDays } from './space-queries.ts';

export const adminRouter = router({
  stats: administratorProcedure().query(({ ctx }) => getStats(ctx.services)),
  overview: administratorProcedure().query(({ ctx }) => getOverview(ctx.services)),
  history: administratorProcedure().query(({ ctx }) => listDays(ctx.services)),
  log: moderatorProcedure()
    .input(moderationLogInput)
    .query(({ ctx, input }) => listLog(ctx.services, input)),
  register: administratorProcedure()
    .input(pageInput)
    .query(({ ctx, input }) => listRegister(ctx.services, input)),
  /** The missing settings of the legal pages. */
  missingLegal: administratorProcedure().query(({ ctx }) => listMissing(ctx.services.operator)),
  examine: administratorProcedure({ limits: ['doctor'] })
    .input(examineInput)
    .mutation(({ ctx, input }) => ctx.services.examine({ ...input, network: ctx.request.network })),
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
