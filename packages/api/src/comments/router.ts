import { commentInput, createCommentInput, listCommentsInput, removeCommentInput } from '@relato/contract';
import { moderatorProcedure, publicProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import { createComment, deleteComment, removeComment } from './mutations.ts';
import { listComments } from './queries.ts';

export const commentsRouter = router({
  list: publicProcedure({ target: 'visible', mayLag: true })
    .input(listCommentsInput)
    .query(({ ctx, input }) => listComments(ctx.services, ctx.viewer, input)),
  create: publicProcedure({
    memberNeedsName: true,
    target: 'visible',
    limits: ['comment'],
    visitorLimits: ['anonymousComment'],
  })
    .input(createCommentInput)
    .mutation(({ ctx, input }) => createComment(ctx.services, ctx.viewer, input)),
  delete: signedInProcedure({ target: 'related' })
    .input(commentInput)
    .mutation(({ ctx, input }) => deleteComment(ctx.services, ctx.viewer, input.id)),
  remove: moderatorProcedure()
    .input(removeCommentInput)
    .mutation(({ ctx, input }) => removeComment(ctx.services, ctx.viewer, input)),
});
