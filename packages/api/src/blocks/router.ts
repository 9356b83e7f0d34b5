import { blockInput, pageInput, mutedWordInput, muteInput, undoBlockInput } from '@relato/contract';
import { router, signedInProcedure } from '../rpc/trpc.ts';
import { block, muteWord, undoBlock, unmuteWord } from './mutations.ts';
import { listBlocks, listMutedWords } from './queries.ts';

export const blocksRouter = router({
  list: signedInProcedure()
    .input(pageInput)
    .query(({ ctx, input }) => listBlocks(ctx.services, ctx.viewer, input)),
  block: signedInProcedure({ limits: ['follow'] })
    .input(blockInput)
    .mutation(({ ctx, input }) =>
      block(ctx.services, ctx.viewer, { userId: input.userId, kind: 'block', days: null }),
    ),
  mute: signedInProcedure({ limits: ['follow'] })
    .input(muteInput)
    .mutation(({ ctx, input }) =>
      block(ctx.services, ctx.viewer, { userId: input.userId, kind: 'mute', days: input.days ?? null }),
    ),
  undo: signedInProcedure({ limits: ['follow'] })
    .input(undoBlockInput)
    .mutation(({ ctx, input }) => undoBlock(ctx.services, ctx.viewer, input)),
  words: signedInProcedure().query(({ ctx }) => listMutedWords(ctx.services, ctx.viewer)),
  muteWord: signedInProcedure()
    .input(mutedWordInput)
    .mutation(({ ctx, input }) => muteWord(ctx.services, ctx.viewer, input.word)),
  unmuteWord: signedInProcedure()
    .input(mutedWordInput)
    .mutation(({ ctx, input }) => unmuteWord(ctx.services, ctx.viewer, input.word)),
});
