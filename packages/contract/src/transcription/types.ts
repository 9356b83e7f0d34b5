import type { RecordingId, StoryId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';

/** A part of a recording, in times from its start. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Words in their stored form: by their time first and their text second, so that another transcript keeps them. */
export interface KeptSpan extends Span {
  readonly text: string;
}

/** One word of a transcript. */
export interface SpokenWord extends Span {
  readonly text: string;
}

/** A word from the transcriber. `confidence` is from 0 to 1. */
export interface TranscriptWord extends SpokenWord {
  readonly confidence: number | null;
}

/** A word of a story. Only the author gets the confidence. */
export interface StoryWord extends SpokenWord {
  readonly confidence?: number | null;
}

/**
 * The reasons for a missing transcript that users see. The message of the provider is for administrators. `busy` passes by
 * itself; `setup` waits for the operator (a key, a bill, a model, a path); `too_long` and `no_speech` concern this
 * recording; `failed` is anything else.
 */
export const transcriptionTroubles = ['busy', 'setup', 'too_long', 'no_speech', 'failed'] as const;
export type TranscriptionTrouble = (typeof transcriptionTroubles)[number];

/** The result of a transcriber. */
export interface HeardTranscript {
  readonly text: string;
  readonly words: readonly TranscriptWord[] | null;
  /** Whether the text does not look Spanish and may be wrong, so that its author should check it. */
  readonly isUnsure: boolean;
}

export type TranscriptionStatus =
  /** The recording is uploading, under inspection or in the queue. With a trouble, it waits for the next attempt. */
  | { readonly status: 'queued'; readonly trouble: TranscriptionTrouble | null }
  | { readonly status: 'processing' }
  | ({ readonly status: 'completed' } & HeardTranscript)
  | { readonly status: 'error'; readonly trouble: TranscriptionTrouble }
  /** The server has no transcriber, so the browser's speech recognition or the user writes the transcript. */
  | { readonly status: 'off' };

/** The state of an unfinished transcription: `waiting` for the operator may last days. Null without one. */
export type TranscriptionRun = 'running' | 'waiting' | null;

/**
 * `pending` while the transcriber works, and `waiting` while that waits for the operator, both with an empty text. `missing`
 * without a transcript, with `defaults.transcript` as the text.
 */
export type TranscriptState = 'ready' | 'pending' | 'waiting' | 'missing';

/** The origin of a story's text, for its author. */
export interface StoryTranscription {
  /** While it is `running` or `waiting`, the story keeps the text of the previous run, if any. */
  readonly status: NonNullable<TranscriptionRun> | 'completed' | 'error';
  /** The engine and the model of the last transcript. Null if there is none, or if they are unknown. */
  readonly engine: string | null;
  readonly model: string | null;
  /** Whether the author changed the transcribed text. */
  readonly isEdited: boolean;
}

/** A recording whose transcription can be repeated or is being repeated. */
export interface RepeatedTranscription {
  readonly recordingId: RecordingId;
  readonly storyId: StoryId | null;
  readonly engine: string | null;
  readonly model: string | null;
  readonly finishedAt: Date | null;
  /** Whether the author changed the transcribed text. */
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
