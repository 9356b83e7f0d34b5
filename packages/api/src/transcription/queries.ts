import {
  DomainError,
  type RecordingId,
  type TranscriptionStatus,
  type TranscriptWord,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Services, Viewer } from '../context.ts';

// The column is written by the transcription job alone, in this shape.
const toWords = (words: Prisma.JsonValue): TranscriptWord[] | null =>
  Array.isArray(words) ? (words as unknown as TranscriptWord[]) : null;

/** Throws RECORDING_NOT_FOUND, also for another's recording. */
export async function requireTranscriptionStatus(
  { database, transcriber }: Services,
  viewer: Viewer,
  recordingId: RecordingId,
): Promise<TranscriptionStatus> {
  const row = await database.prisma.recording.findFirst({
    where: { id: recordingId, userId: viewer.id },
    select: { transcript: { select: { status: true, text: true, words: true, error: true } } },
  });
  if (!row) throw new DomainError('RECORDING_NOT_FOUND');
  const { transcript } = row;
  if (!transcript) return { status: transcriber.name === 'none' ? 'off' : 'queued' };
  switch (transcript.status) {
    case 'queued':
    case 'processing':
      return { status: transcript.status };
    case 'completed':
      return { status: 'completed', text: transcript.text ?? '', words: toWords(transcript.words) };
    case 'error':
      return { status: 'error', error: transcript.error ?? '' };
  }
}
