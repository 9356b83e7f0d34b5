import { createReportInput } from '@relato/contract';
import { publicProcedure, router } from '../trpc.ts';
import { createReport } from './mutations.ts';

export const reportsRouter = router({
  create: publicProcedure
    .input(createReportInput)
    .mutation(({ ctx, input }) => createReport(ctx.services, ctx.viewer, input)),
});
