import { listNewsInput, liveInput, readNewsInput } from '@relato/contract';
import { publicProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import { openLive } from './live-queries.ts';
import { readAllNews, readNews } from './mutations.ts';
import { countUnread, listNews } from './queries.ts';

export const newsRouter = router({
  list: signedInProcedure()
    .input(listNewsInput)
    .query(({ ctx, input }) => listNews(ctx.services, ctx.viewer, input)),
  unread: signedInProcedure().query(({ ctx }) => countUnread(ctx.services, ctx.viewer)),
  live: publicProcedure({ limits: ['read'] })
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => openLive(ctx, input, signal)),
  read: signedInProcedure()
    .input(readNewsInput)
    .mutation(({ ctx, input }) => readNews(ctx.services, ctx.viewer, input)),
  readAll: signedInProcedure().mutation(({ ctx }) => readAllNews(ctx.services, ctx.viewer)),
});
