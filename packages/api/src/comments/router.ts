import { commentInput, createCommentInput, listCommentsInput, removeCommentInput } from '@relato/contract';
import { publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { createComment, deleteComment, removeComment } from './mutations.ts';
import { listComments } from './queries.ts';

export const commentsRouter = router({
  list: publicProcedure
    .input(listCommentsInput)
    .query(({ ctx, input }) => listComments(ctx.services, ctx.viewer, input)),
  create: publicProcedure
    .input(createCommentInput)
    .mutation(({ ctx, input }) => createComment(ctx.services, ctx.viewer, input)),
  delete: signedInProcedure
    .input(commentInput)
    .mutation(({ ctx, input }) => deleteComment(ctx.services, ctx.viewer, input.id)),
  remove: signedInProcedure
    .input(removeCommentInput)
    .mutation(({ ctx, input }) => removeComment(ctx.services, ctx.viewer, input)),
});
