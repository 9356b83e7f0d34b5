import { z } from 'zod';
import { recordingId } from './ids.ts';

/** One spoken word; times in milliseconds from the start of the recording, confidence from 0 to 1. */
export interface TranscriptWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly confidence: number | null;
}

export const transcriptionStatusInput = z.object({ recordingId });
export const retryTranscriptionInput = z.object({ recordingId });

export type TranscriptionStatus =
  /** Uploading, inspecting, or waiting for its turn. */
  | { readonly status: 'queued' }
  | { readonly status: 'processing' }
  | { readonly status: 'completed'; readonly text: string; readonly words: readonly TranscriptWord[] | null }
  | { readonly status: 'error'; readonly error: string }
  /** No transcriber is configured: the browser's own recognition, or the person, writes it. */
  | { readonly status: 'off' };
