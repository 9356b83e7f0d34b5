import {
  appealByLinkInput,
  appealInput,
  appealsInput,
  decideAppealInput,
  noticeByLinkInput,
  noticeInput,
  statementsInput,
} from '@relato/contract';
import {
  administratorProcedure,
  moderatorProcedure,
  publicProcedure,
  router,
  signedInProcedure,
} from '../rpc/trpc.ts';
import { createAppeal, createAppealByLink, decideAppeal, readNotice } from './mutations.ts';
import { listAppeals, listStatements, requireNoticeByLink } from './queries.ts';

export const appealsRouter = router({
  readNotice: signedInProcedure({ target: 'own' })
    .input(noticeInput)
    .mutation(({ ctx, input }) => readNotice(ctx.services, ctx.viewer, input.id)),
  /** A mutation although it changes nothing, so that the token does not appear in a URL. */
  noticeByLink: publicProcedure()
    .input(noticeByLinkInput)
    .mutation(({ ctx, input }) => requireNoticeByLink(ctx.services, input.token)),
  create: signedInProcedure({ target: 'own', limits: ['appeal'] })
    .input(appealInput)
    .mutation(({ ctx, input }) => createAppeal(ctx.services, ctx.viewer, input.id, input.text)),
  createByLink: publicProcedure()
    .input(appealByLinkInput)
    .mutation(({ ctx, input }) => createAppealByLink(ctx.services, input.token, input.text)),
  list: moderatorProcedure()
    .input(appealsInput)
    .query(({ ctx, input }) => listAppeals(ctx.services, ctx.viewer, input)),
  decide: moderatorProcedure()
    .input(decideAppealInput)
    .mutation(({ ctx, input }) => decideAppeal(ctx.services, ctx.viewer, input)),
  statements: administratorProcedure()
    .input(statementsInput)
    .query(({ ctx, input }) => listStatements(ctx.services, input)),
});
