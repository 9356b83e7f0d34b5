import {
  createReportInput,
  dismissReportsInput,
  reportQueueInput,
  pageInput,
  resolveReportsInput,
  reviewReportsInput,
  saveWatchedListInput,
  switchWatchedListInput,
  tryWatchedListInput,
  watchedListInput,
} from '@relato/contract';
import {
  administratorProcedure,
  moderatorProcedure,
  publicProcedure,
  router,
  signedInProcedure,
} from '../rpc/trpc.ts';
import { assignNextCase } from './assignment-mutations.ts';
import { createReport, dismissReports, resolveReports, reviewReports } from './mutations.ts';
import { listCases, listMyReports } from './queries.ts';
import { getQueueStats } from './stats-queries.ts';
import {
  deleteWatchedList,
  saveWatchedList,
  switchWatchedList,
  tryWatchedList,
} from './watched/mutations.ts';
import { listWatchedLists } from './watched/queries.ts';

export const reportsRouter = router({
  create: publicProcedure({ target: 'others', limits: ['report'] })
    .input(createReportInput)
    .mutation(({ ctx, input }) => createReport(ctx, input)),
  mine: signedInProcedure()
    .input(pageInput)
    .query(({ ctx, input }) => listMyReports(ctx.services, ctx.viewer, input)),
  queue: moderatorProcedure()
    .input(reportQueueInput)
    .query(({ ctx, input }) => listCases(ctx.services, ctx.viewer, input)),
  queueStats: moderatorProcedure().query(({ ctx }) => getQueueStats(ctx.services)),
  next: moderatorProcedure().mutation(({ ctx }) => assignNextCase(ctx, ctx.viewer)),
  review: moderatorProcedure()
    .input(reviewReportsInput)
    .mutation(({ ctx, input }) => reviewReports(ctx.services, ctx.viewer, input.storyId)),
  resolve: moderatorProcedure()
    .input(resolveReportsInput)
    .mutation(({ ctx, input }) => resolveReports(ctx.services, ctx.viewer, input)),
  dismiss: moderatorProcedure()
    .input(dismissReportsInput)
    .mutation(({ ctx, input }) => dismissReports(ctx.services, ctx.viewer, input)),
  watchedLists: administratorProcedure().query(({ ctx }) => listWatchedLists(ctx.services)),
  saveWatchedList: administratorProcedure()
    .input(saveWatchedListInput)
    .mutation(({ ctx, input }) => saveWatchedList(ctx.services, ctx.viewer, input)),
  tryWatchedList: administratorProcedure({ limits: ['batches'] })
    .input(tryWatchedListInput)
    .mutation(({ ctx, input }) => tryWatchedList(ctx.services, ctx.viewer, input)),
  switchWatchedList: administratorProcedure()
    .input(switchWatchedListInput)
    .mutation(({ ctx, input }) => switchWatchedList(ctx.services, ctx.viewer, input)),
  deleteWatchedList: administratorProcedure()
    .input(watchedListInput)
    .mutation(({ ctx, input }) => deleteWatchedList(ctx.services, ctx.viewer, input)),
});
