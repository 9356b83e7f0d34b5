import { announceInput, endAnnouncementInput, setFlagsInput } from '@relato/contract';
import { administratorProcedure, publicProcedure, router } from '../rpc/trpc.ts';
import { announce, endAnnouncement, setFlags } from './mutations.ts';
import { getOperatorSettings, getPublicSettings } from './queries.ts';

export const settingsRouter = router({
  get: administratorProcedure().query(({ ctx }) => getOperatorSettings(ctx.services)),
  set: administratorProcedure()
    .input(setFlagsInput)
    .mutation(async ({ ctx, input }) => ({ flags: await setFlags(ctx.services, ctx.viewer, input) })),
  announce: administratorProcedure()
    .input(announceInput)
    .mutation(({ ctx, input }) => announce(ctx.services, ctx.viewer, input)),
  endAnnouncement: administratorProcedure()
    .input(endAnnouncementInput)
    .mutation(({ ctx, input }) => endAnnouncement(ctx.services, ctx.viewer, input)),
  public: publicProcedure().query(({ ctx }) => getPublicSettings(ctx.services)),
});
