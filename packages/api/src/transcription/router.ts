import { retryTranscriptionInput, transcriptionStatusInput } from '@relato/contract';
import { router, signedInProcedure } from '../trpc.ts';
import { retryTranscription } from './mutations.ts';
import { requireTranscriptionStatus } from './queries.ts';

export const transcriptionRouter = router({
  status: signedInProcedure
    .input(transcriptionStatusInput)
    .query(({ ctx, input }) => requireTranscriptionStatus(ctx.services, ctx.viewer, input.recordingId)),
  retry: signedInProcedure
    .input(retryTranscriptionInput)
    .mutation(({ ctx, input }) => retryTranscription(ctx.services, ctx.viewer, input.recordingId)),
});
