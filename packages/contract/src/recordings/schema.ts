import { z } from 'zod';
import { recordingId, userId } from '../ids.ts';
import { cursor } from '../paging.ts';

/** The browser creates the `id`, so that a repeated call creates one recording. */
export const beginRecordingInput = z.object({
  id: recordingId,
  /** The type from MediaRecorder is only a hint, because the bytes decide. */
  claimedType: z
    .string()
    .max(100)
    .regex(/^[\x20-\x7e]*$/),
  /** The user who recorded. The call fails if another user has signed in since, as on a shared device. */
  ownerId: userId.optional(),
});
export const recordingStatusInput = z.object({ id: recordingId });
export const discardRecordingInput = beginRecordingInput.pick({ id: true, ownerId: true });

export const failedInspectionInput = z.object({ recordingId });

export const storageCheckInput = z.object({
  cursor: cursor.nullish(),
  /** False compares only sizes, without reading files. */
  hashes: z.boolean().default(true),
});
export type StorageCheckInput = z.infer<typeof storageCheckInput>;
