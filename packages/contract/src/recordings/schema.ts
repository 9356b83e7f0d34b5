import { z } from 'zod';
import { recordingId, userId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput } from '../paging.ts';

/** Loudness of equal slices of a recording, integers from 0 to `limits.recording.peakMax`. */
export const waveformPeaks = z
  .array(z.number().int().min(0).max(limits.recording.peakMax))
  .length(limits.recording.peaks);

/** `id` is made by the browser, so that a repeated call is the same recording. */
export const beginRecordingInput = z.object({
  id: recordingId,
  /** What MediaRecorder says it records. Kept as a hint only: the bytes decide. */
  claimedType: z
    .string()
    .max(100)
    .regex(/^[\x20-\x7e]*$/),
  /** Who recorded it. On a shared device somebody else may have signed in since: then it is refused. */
  ownerId: userId.optional(),
});
export const recordingStatusInput = z.object({ id: recordingId });
export const discardRecordingInput = z.object({ id: recordingId });
/** Peaks measured by the browser, used only where the codec cannot be decoded on the server. */
export const suggestPeaksInput = z.object({ id: recordingId, peaks: waveformPeaks });

export const failedInspectionsInput = pageInput;
export const failedInspectionInput = z.object({ recordingId });
