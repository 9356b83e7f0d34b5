import { setFlagsInput } from '@relato/contract';
import { administratorProcedure, publicProcedure, router } from '../rpc/trpc.ts';
import { setFlags } from './mutations.ts';
import { getFlags, getPublicSettings } from './queries.ts';

export const settingsRouter = router({
  get: administratorProcedure().query(async ({ ctx }) => ({
    flags: await getFlags(ctx.services.database.prisma),
  })),
  set: administratorProcedure()
    .input(setFlagsInput)
    .mutation(async ({ ctx, input }) => ({ flags: await setFlags(ctx.services, ctx.viewer, input) })),
  public: publicProcedure().query(({ ctx }) => getPublicSettings(ctx.services)),
});
