import {
  beginRecordingInput,
  discardRecordingInput,
  failedInspectionInput,
  pageInput,
  recordingStatusInput,
  storageCheckInput,
} from '@relato/contract';
import { administratorProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import {
  beginRecording,
  discardRecording,
  dropFailedInspection,
  retryFailedInspection,
} from './mutations.ts';
import { listFailedInspections, listUnsavedRecordings, requireRecordingStatus } from './queries.ts';
import { repairStorage } from './storage-mutations.ts';
import { verifyStorage } from './storage-queries.ts';

export const recordingsRouter = router({
  begin: signedInProcedure()
    .input(beginRecordingInput)
    .mutation(({ ctx, input }) => beginRecording(ctx.services, ctx.viewer, input, ctx.request)),
  status: signedInProcedure({ target: 'own' })
    .input(recordingStatusInput)
    .query(({ ctx, input }) => requireRecordingStatus(ctx.services, ctx.viewer, input.id)),
  unsaved: signedInProcedure()
    .input(pageInput)
    .query(({ ctx, input }) => listUnsavedRecordings(ctx.services, ctx.viewer, input)),
  discard: signedInProcedure({ target: 'ownIfAny' })
    .input(discardRecordingInput)
    .mutation(({ ctx, input }) => discardRecording(ctx.services, ctx.viewer, input)),
  failedInspections: administratorProcedure()
    .input(pageInput)
    .query(({ ctx, input }) => listFailedInspections(ctx.services, input)),
  retryInspection: administratorProcedure()
    .input(failedInspectionInput)
    .mutation(({ ctx, input }) => retryFailedInspection(ctx.services, ctx.viewer, input.recordingId)),
  dropInspection: administratorProcedure()
    .input(failedInspectionInput)
    .mutation(({ ctx, input }) => dropFailedInspection(ctx.services, ctx.viewer, input.recordingId)),
  verifyStorage: administratorProcedure({ limits: ['batches'] })
    .input(storageCheckInput)
    .query(({ ctx, input }) => verifyStorage(ctx.services, input)),
  repairStorage: administratorProcedure({ limits: ['batches'] })
    .input(storageCheckInput)
    .mutation(({ ctx, input }) => repairStorage(ctx.services, ctx.viewer, input)),
});
