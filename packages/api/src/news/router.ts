import {
  pageInput,
  liveInput,
  newsSettingsInput,
  readNewsInput,
  subscribeInput,
  unsubscribeInput,
} from '@relato/contract';
import { publicProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import { openLive } from './live-queries.ts';
import { readAllNews, readNews } from './mutations.ts';
import { countUnread, listNews } from './queries.ts';
import { setNewsSettings, subscribe, unsubscribe } from './settings-mutations.ts';
import { getNewsSettings } from './settings-queries.ts';

export const newsRouter = router({
  list: signedInProcedure()
    .input(pageInput)
    .query(({ ctx, input }) => listNews(ctx.services, ctx.viewer, input)),
  unread: signedInProcedure().query(({ ctx }) => countUnread(ctx.services, ctx.viewer)),
  live: publicProcedure({ limits: ['read'] })
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => openLive(ctx, input, signal)),
  read: signedInProcedure()
    .input(readNewsInput)
    .mutation(({ ctx, input }) => readNews(ctx.services, ctx.viewer, input)),
  readAll: signedInProcedure().mutation(({ ctx }) => readAllNews(ctx.services, ctx.viewer)),
  settings: signedInProcedure().query(({ ctx }) => getNewsSettings(ctx.services, ctx.viewer)),
  setSettings: signedInProcedure()
    .input(newsSettingsInput)
    .mutation(({ ctx, input }) => setNewsSettings(ctx.services, ctx.viewer, input)),
  subscribe: signedInProcedure()
    .input(subscribeInput)
    .mutation(({ ctx, input }) => subscribe(ctx.services, ctx.viewer, ctx.session, input)),
  unsubscribe: signedInProcedure()
    .input(unsubscribeInput)
    .mutation(({ ctx, input }) => unsubscribe(ctx.services, ctx.viewer, input.endpoint)),
});
