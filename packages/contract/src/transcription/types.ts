import type { RecordingId, StoryId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';

/** A part of a recording. Times count from its start. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Words as they are kept: by their time first, by their text second, so that another transcript keeps them. */
export interface KeptSpan extends Span {
  readonly text: string;
}

/** One word of a transcript. */
export interface SpokenWord extends Span {
  readonly text: string;
}

/** A word as the transcriber heard it; `confidence` is from 0 to 1. */
export interface TranscriptWord extends SpokenWord {
  readonly confidence: number | null;
}

/** A word of a story. Only the author is told the confidence. */
export interface StoryWord extends SpokenWord {
  readonly confidence?: number | null;
}

/**
 * The reasons for a missing transcript that a user is told; the provider's message is for administrators. `busy` passes
 * by itself; `setup` waits for the operator (a key, a bill, a model, a path); `too_long` and `no_speech` are about this
 * recording; `failed` is anything else.
 */
export const transcriptionTroubles = ['busy', 'setup', 'too_long', 'no_speech', 'failed'] as const;
export type TranscriptionTrouble = (typeof transcriptionTroubles)[number];

/** What the transcriber heard. */
export interface HeardTranscript {
  readonly text: string;
  readonly words: readonly TranscriptWord[] | null;
  /** The text does not look Spanish, so it may not be what was said. Its author is asked to look at it. */
  readonly isUnsure: boolean;
}

export type TranscriptionStatus =
  /** The recording is uploaded, inspected or waits for its turn. With a trouble, it waits for the next attempt. */
  | { readonly status: 'queued'; readonly trouble: TranscriptionTrouble | null }
  | { readonly status: 'processing' }
  | ({ readonly status: 'completed' } & HeardTranscript)
  | { readonly status: 'error'; readonly trouble: TranscriptionTrouble }
  /** No transcriber is configured: the browser's speech recognition or the user writes the transcript. */
  | { readonly status: 'off' };

/** The state of a transcription that runs, or waits for the operator, which may take days; null for neither. */
export type TranscriptionRun = 'running' | 'waiting' | null;

/**
 * `pending` while the transcriber works, and `waiting` while that waits for the operator: the text is empty so far.
 * `missing` if there is no transcript: the text is then `defaults.transcript`.
 */
export type TranscriptState = 'ready' | 'pending' | 'waiting' | 'missing';

/** How a story came by its text, for its author. */
export interface StoryTranscription {
  /** While it is `running` or `waiting`, the story keeps the text of the run before, if there was one. */
  readonly status: NonNullable<TranscriptionRun> | 'completed' | 'error';
  /** The engine and the model that made the last transcript; null if there is none, or if it is not known. */
  readonly engine: string | null;
  readonly model: string | null;
  /** True if the author changed what was heard. */
  readonly isEdited: boolean;
}

/** A recording that can be transcribed again, or is. */
export interface RepeatedTranscription {
  readonly recordingId: RecordingId;
  readonly storyId: StoryId | null;
  readonly engine: string | null;
  readonly model: string | null;
  readonly finishedAt: Date | null;
  /** True if the author changed what was heard. */
  readonly isEdited: boolean;
}

export interface FailedTranscription {
  readonly recordingId: RecordingId;
  readonly storyId: StoryId | null;
  readonly author: ProfileSummary;
  readonly provider: string;
  readonly error: string | null;
  readonly attempts: number;
  readonly failedAt: Date;
}
