import type { TranscriptionTrouble, TranscriptWord } from '@relato/contract/transcription/types';

/** A transcript shows the recognized text until the user writes something else. */
export interface Transcript {
  readonly heard: { readonly text: string; readonly words: readonly TranscriptWord[] | null } | null;
  /** The browser recognized the text, so the server does not have it. */
  readonly isProvisional: boolean;
  /** The text that the user saved instead; null while untouched. */
  readonly written: string | null;
  /** The text being edited; null in display mode. */
  readonly editing: string | null;
}

/** The user's actions in the transcript field. */
export type TranscriptEvent =
  | { readonly type: 'edit-began' }
  | { readonly type: 'transcript-changed'; readonly text: string }
  | { readonly type: 'edit-saved' };

/** The progress of a recording on its way to a transcript. */
export type TranscriptProgress =
  | { readonly step: 'transcribing' | 'ready'; readonly trouble: TranscriptionTrouble | null }
  | { readonly step: 'uploading' | 'inspecting' | 'failed' | 'refused' };
