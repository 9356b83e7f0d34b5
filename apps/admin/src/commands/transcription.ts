import { failedTranscriptionsInput, retryFailedTranscriptionInput } from '@relato/contract';
import { listCommand, procedureCommand } from '../command.ts';
import { toHandle } from '../table.ts';

export const listFailedTranscriptions = listCommand({
  summary: 'Lists transcriptions that failed for good, last failed first',
  input: failedTranscriptionsInput,
  call: (client, input) => client.transcription.failed.query(input),
  columns: () => [
    { heading: 'RECORDING', of: ({ recordingId }) => recordingId },
    { heading: 'STORY', of: ({ storyId }) => storyId },
    { heading: 'AUTHOR', of: ({ author }) => toHandle(author) },
    { heading: 'FAILED', of: ({ failedAt }) => failedAt },
    { heading: 'ATTEMPTS', of: ({ attempts }) => attempts },
    { heading: 'PROVIDER', of: ({ provider }) => provider },
    { heading: 'ERROR', of: ({ error }) => error },
  ],
  empty: 'None failed',
});

export const retryTranscription = procedureCommand({
  summary: 'Transcribes a recording again',
  input: retryFailedTranscriptionInput,
  positionals: ['recordingId'],
  about: { recordingId: 'the recording, as `transcription failed` names it' },
  call: ({ client }, input) => client.transcription.retryFailed.mutate(input),
  toLines: () => ['Queued again'],
});
