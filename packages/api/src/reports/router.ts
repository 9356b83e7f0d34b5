import {
  createReportInput,
  dismissReportsInput,
  reportQueueInput,
  myReportsInput,
  resolveReportsInput,
  reviewReportsInput,
} from '@relato/contract';
import { publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { createReport, dismissReports, resolveReports, reviewReports } from './mutations.ts';
import { listCases, listMyReports } from './queries.ts';

export const reportsRouter = router({
  create: publicProcedure.input(createReportInput).mutation(({ ctx, input }) => createReport(ctx, input)),
  mine: signedInProcedure
    .input(myReportsInput)
    .query(({ ctx, input }) => listMyReports(ctx.services, ctx.viewer, input)),
  queue: signedInProcedure
    .input(reportQueueInput)
    .query(({ ctx, input }) => listCases(ctx.services, ctx.viewer, input)),
  review: signedInProcedure
    .input(reviewReportsInput)
    .mutation(({ ctx, input }) => reviewReports(ctx.services, ctx.viewer, input.storyId)),
  resolve: signedInProcedure
    .input(resolveReportsInput)
    .mutation(({ ctx, input }) => resolveReports(ctx.services, ctx.viewer, input)),
  dismiss: signedInProcedure
    .input(dismissReportsInput)
    .mutation(({ ctx, input }) => dismissReports(ctx.services, ctx.viewer, input)),
});
