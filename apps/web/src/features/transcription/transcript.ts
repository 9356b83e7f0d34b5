import type { TranscriptionTrouble, TranscriptWord } from '@relato/contract/transcription/types';

/** A transcript shows what was heard until the user writes something else. */
export interface Transcript {
  readonly heard: { readonly text: string; readonly words: readonly TranscriptWord[] | null } | null;
  /** The browser's own recognition heard it, so the server does not have the text. */
  readonly isProvisional: boolean;
  /** What the user saved instead; null while untouched. */
  readonly written: string | null;
  /** The text being edited; null in display mode. */
  readonly editing: string | null;
}

/** What the user does in the transcript field. */
export type TranscriptEvent =
  | { readonly type: 'edit-began' }
  | { readonly type: 'transcript-changed'; readonly text: string }
  | { readonly type: 'edit-saved' };

/** How far a recording is on its way to a transcript. */
export type TranscriptProgress =
  | { readonly step: 'transcribing' | 'ready'; readonly trouble: TranscriptionTrouble | null }
  | { readonly step: 'uploading' | 'inspecting' | 'failed' | 'refused' };
