import type { RecordingId, StoryId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';

/** One spoken word. Times count from the start of the recording; `confidence` is from 0 to 1. */
export interface TranscriptWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly confidence: number | null;
}

/**
 * The reasons for a missing transcript that a user is told; the provider's message is for administrators. `busy` passes
 * by itself; `setup` waits for the operator (a key, a bill, a model, a path); `too_long`, `no_speech` and `language` are
 * about this recording; `failed` is anything else.
 */
export const transcriptionTroubles = [
  'busy',
  'setup',
  'too_long',
  'no_speech',
  'language',
  'failed',
] as const;
export type TranscriptionTrouble = (typeof transcriptionTroubles)[number];

export type TranscriptionStatus =
  /** The recording is uploaded, inspected or waits for its turn. With a trouble, it waits for the next attempt. */
  | { readonly status: 'queued'; readonly trouble: TranscriptionTrouble | null }
  | { readonly status: 'processing' }
  | { readonly status: 'completed'; readonly text: string; readonly words: readonly TranscriptWord[] | null }
  | { readonly status: 'error'; readonly trouble: TranscriptionTrouble }
  /** No transcriber is configured: the browser's speech recognition or the user writes the transcript. */
  | { readonly status: 'off' };

export interface FailedTranscription {
  readonly recordingId: RecordingId;
  readonly storyId: StoryId | null;
  readonly author: ProfileSummary;
  readonly provider: string;
  readonly error: string | null;
  readonly attempts: number;
  readonly failedAt: Date;
}
