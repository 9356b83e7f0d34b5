import { z } from 'zod';
import { recordingId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput } from '../paging.ts';

/** A time in a recording. */
export const timeMs = z
  .number()
  .int()
  .min(0)
  .max(limits.recording.maxDurationMs + limits.recording.durationToleranceMs);

export const transcriptionStatusInput = z.object({ recordingId });
export const retryTranscriptionInput = z.object({ recordingId });

export const failedTranscriptionsInput = pageInput;
export const retryFailedTranscriptionInput = z.object({ recordingId });

const maxNameLength = 200;

/**
 * Transcribes a page of recordings again: all that match every filter that is given and are not being transcribed. The
 * texts that authors changed stay and get new times, unless `replaceEdits` is set.
 */
export const repeatTranscriptionsInput = pageInput.extend({
  engine: z.string().max(maxNameLength).optional(),
  model: z.string().max(maxNameLength).optional(),
  /** Only those that ended before this day began, in UTC. */
  before: z.iso.date().optional(),
  failed: z.boolean().default(false),
  replaceEdits: z.boolean().default(false),
  /** Lists what would be transcribed, and changes nothing. */
  dryRun: z.boolean().default(false),
});

export type RepeatTranscriptionsInput = z.infer<typeof repeatTranscriptionsInput>;
