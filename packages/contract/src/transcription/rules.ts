import { limits } from '../limits.ts';
import { checkOptionalText } from '../text-checks.ts';

/** Returns why the transcript that a user wrote is refused. It may be empty. */
export const checkTranscript = (transcript: string) =>
  checkOptionalText(transcript, limits.transcript.maxLength, 'TRANSCRIPT_TOO_LONG');
