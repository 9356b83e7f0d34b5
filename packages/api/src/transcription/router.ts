import {
  failedTranscriptionsInput,
  retryFailedTranscriptionInput,
  retryTranscriptionInput,
  transcriptionStatusInput,
} from '@relato/contract';
import { router, signedInProcedure } from '../trpc.ts';
import { retryFailedTranscription, retryTranscription } from './mutations.ts';
import { listFailedTranscriptions, requireTranscriptionStatus } from './queries.ts';

export const transcriptionRouter = router({
  status: signedInProcedure
    .input(transcriptionStatusInput)
    .query(({ ctx, input }) => requireTranscriptionStatus(ctx.services, ctx.viewer, input.recordingId)),
  retry: signedInProcedure
    .input(retryTranscriptionInput)
    .mutation(({ ctx, input }) => retryTranscription(ctx.services, ctx.viewer, input.recordingId)),
  failed: signedInProcedure
    .input(failedTranscriptionsInput)
    .query(({ ctx, input }) => listFailedTranscriptions(ctx.services, input)),
  retryFailed: signedInProcedure
    .input(retryFailedTranscriptionInput)
    .mutation(({ ctx, input }) => retryFailedTranscription(ctx.services, ctx.viewer, input.recordingId)),
});
