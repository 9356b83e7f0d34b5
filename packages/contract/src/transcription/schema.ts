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

export const retryFailedTranscriptionInput = z.object({ recordingId });

const maxNameLength = 200;

/**
 * Transcribes a page of recordings again: those that match every given filter and are not being transcribed. Without
 * `replaceEdits`, texts that authors changed stay and get new times.
 */
export const repeatTranscriptionsInput = pageInput.extend({
  engine: z.string().max(maxNameLength).optional(),
  model: z.string().max(maxNameLength).optional(),
  /** Only transcriptions that ended before the start of this day in UTC. */
  before: z.iso.date().optional(),
  failed: z.boolean().default(false),
  replaceEdits: z.boolean().default(false),
  /** Lists the affected recordings without changing anything. */
  dryRun: z.boolean().default(false),
});

export type RepeatTranscriptionsInput = z.infer<typeof repeatTranscriptionsInput>;
