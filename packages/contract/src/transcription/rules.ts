import { defaults } from '../text/defaults.ts';
import { limits } from '../limits.ts';
import { checkOptionalText } from '../text/rules.ts';
import type { TranscriptionRun, TranscriptState } from './types.ts';

/** Returns why a user's transcript is refused. It may be empty. */
export const checkTranscript = (transcript: string) =>
  checkOptionalText(transcript, limits.transcript.maxLength, 'TRANSCRIPT_TOO_LONG');

/** Returns whether the transcriber was so unsure of a word that a listener should check it. */
export const isDoubtful = ({ confidence = null }: { readonly confidence?: number | null }): boolean =>
  confidence !== null && confidence < limits.transcript.doubtfulBelow;

/**
 * Returns whether a text is a real transcript to be shown, searched and captioned. The placeholder is not, even if a client
 * sends it back.
 */
export const isTranscript = (text: string | null): text is string =>
  text !== null && text !== '' && text !== defaults.transcript;

/** Returns the state of a transcription from its stored status and the trouble of its last attempt. */
export function toTranscriptionRun(
  status: string | null | undefined,
  trouble: string | null | undefined,
): TranscriptionRun {
  if (status !== 'queued' && status !== 'processing') return null;
  return trouble === 'setup' ? 'waiting' : 'running';
}

/** Returns the transcript of a story for clients. The placeholder replaces a missing one, for scripts too. */
export function toShownTranscript(
  text: string | null,
  run: TranscriptionRun,
): { readonly transcript: string; readonly transcriptStatus: TranscriptState } {
  if (isTranscript(text)) return { transcript: text, transcriptStatus: 'ready' };
  return text === null && run !== null
    ? { transcript: '', transcriptStatus: run === 'running' ? 'pending' : 'waiting' }
    : { transcript: defaults.transcript, transcriptStatus: 'missing' };
}
