import { publicProcedure, router } from '../trpc.ts';
import { getPublicSettings } from './queries.ts';

export const settingsRouter = router({
  public: publicProcedure.query(({ ctx }) => getPublicSettings(ctx.services)),
});
