import {
  createReportInput,
  dismissReportsInput,
  reportQueueInput,
  myReportsInput,
  resolveReportsInput,
  reviewReportsInput,
} from '@relato/contract';
import { moderatorProcedure, publicProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import { assignNextCase } from './assignment-mutations.ts';
import { createReport, dismissReports, resolveReports, reviewReports } from './mutations.ts';
import { listCases, listMyReports } from './queries.ts';

export const reportsRouter = router({
  create: publicProcedure({ target: 'others', limits: ['report'] })
    .input(createReportInput)
    .mutation(({ ctx, input }) => createReport(ctx, input)),
  mine: signedInProcedure()
    .input(myReportsInput)
    .query(({ ctx, input }) => listMyReports(ctx.services, ctx.viewer, input)),
  queue: moderatorProcedure()
    .input(reportQueueInput)
    .query(({ ctx, input }) => listCases(ctx.services, ctx.viewer, input)),
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
});
