import {
  pageInput,
  repeatTranscriptionsInput,
  retryFailedTranscriptionInput,
  retryTranscriptionInput,
  transcriptionStatusInput,
} from '@relato/contract';
import { administratorProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import { retryFailedTranscription, retryTranscription } from './mutations.ts';
import { repeatTranscriptions } from './repeat-mutations.ts';
import { listFailedTranscriptions, requireTranscriptionStatus } from './queries.ts';

export const transcriptionRouter = router({
  status: signedInProcedure({ target: 'own' })
    .input(transcriptionStatusInput)
    .query(({ ctx, input }) => requireTranscriptionStatus(ctx.services, ctx.viewer, input.recordingId)),
  retry: signedInProcedure({ target: 'own', limits: ['transcription'] })
    .input(retryTranscriptionInput)
    .mutation(({ ctx, input }) => retryTranscription(ctx.services, ctx.viewer, input.recordingId)),
  failed: administratorProcedure()
    .input(pageInput)
    .query(({ ctx, input }) => listFailedTranscriptions(ctx.services, input)),
  retryFailed: administratorProcedure()
    .input(retryFailedTranscriptionInput)
    .mutation(({ ctx, input }) => retryFailedTranscription(ctx.services, ctx.viewer, input.recordingId)),
  repeat: administratorProcedure({ limits: ['batches'] })
    .input(repeatTranscriptionsInput)
    .mutation(({ ctx, input }) => repeatTranscriptions(ctx.services, ctx.viewer, input)),
});
