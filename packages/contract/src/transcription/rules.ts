import { defaults } from '../text/defaults.ts';
import { limits } from '../limits.ts';
import { checkOptionalText } from '../text/rules.ts';
import type { TranscriptionRun, TranscriptState } from './types.ts';

/** Returns why the transcript that a user wrote is refused. It may be empty. */
export const checkTranscript = (transcript: string) =>
  checkOptionalText(transcript, limits.transcript.maxLength, 'TRANSCRIPT_TOO_LONG');

/** Returns whether the transcriber was so unsure of a word that somebody who listens should look at it. */
export const isDoubtful = ({ confidence = null }: { readonly confidence?: number | null }): boolean =>
  confidence !== null && confidence < limits.transcript.doubtfulBelow;

/**
 * Returns whether a text is the transcript of a story: what was said, to be shown as such, searched and captioned. The
 * placeholder is none, also if a client sends back what it has read.
 */
export const isTranscript = (text: string | null): text is string =>
  text !== null && text !== '' && text !== defaults.transcript;

/** Returns what a transcription does, from its stored status and the trouble of its last attempt. */
export function toTranscriptionRun(
  status: string | null | undefined,
  trouble: string | null | undefined,
): TranscriptionRun {
  if (status !== 'queued' && status !== 'processing') return null;
  return trouble === 'setup' ? 'waiting' : 'running';
}

/** Returns the transcript of a story as every client gets it. A missing one reads as the placeholder, for scripts too. */
export function toShownTranscript(
  text: string | null,
  run: TranscriptionRun,
): { readonly transcript: string; readonly transcriptStatus: TranscriptState } {
  if (isTranscript(text)) return { transcript: text, transcriptStatus: 'ready' };
  return text === null && run !== null
    ? { transcript: '', transcriptStatus: run === 'running' ? 'pending' : 'waiting' }
    : { transcript: defaults.transcript, transcriptStatus: 'missing' };
}
