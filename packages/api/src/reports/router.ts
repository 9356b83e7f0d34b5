import { createReportInput, myReportsInput } from '@relato/contract';
import { publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { createReport } from './mutations.ts';
import { listMyReports } from './queries.ts';

export const reportsRouter = router({
  create: publicProcedure.input(createReportInput).mutation(({ ctx, input }) => createReport(ctx, input)),
  mine: signedInProcedure
    .input(myReportsInput)
    .query(({ ctx, input }) => listMyReports(ctx.services, ctx.viewer, input)),
});
