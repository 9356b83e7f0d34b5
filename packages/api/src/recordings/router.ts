import {
  beginRecordingInput,
  discardRecordingInput,
  recordingStatusInput,
  suggestPeaksInput,
} from '@relato/contract';
import { router, signedInProcedure } from '../trpc.ts';
import { beginRecording, discardRecording, suggestPeaks } from './mutations.ts';
import { requireRecordingStatus } from './queries.ts';

export const recordingsRouter = router({
  begin: signedInProcedure
    .input(beginRecordingInput)
    .mutation(({ ctx, input }) => beginRecording(ctx.services, ctx.viewer, input)),
  status: signedInProcedure
    .input(recordingStatusInput)
    .query(({ ctx, input }) => requireRecordingStatus(ctx.services, ctx.viewer, input.id)),
  suggestPeaks: signedInProcedure
    .input(suggestPeaksInput)
    .mutation(({ ctx, input }) => suggestPeaks(ctx.services, ctx.viewer, input)),
  discard: signedInProcedure
    .input(discardRecordingInput)
    .mutation(({ ctx, input }) => discardRecording(ctx.services, ctx.viewer, input.id)),
});
