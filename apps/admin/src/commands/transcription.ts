import {
  failedTranscriptionsInput,
  repeatTranscriptionsInput,
  retryFailedTranscriptionInput,
} from '@relato/contract';
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

export const repeatTranscriptions = listCommand({
  summary: 'Transcribes recordings again by the present engine; texts that authors changed stay',
  input: repeatTranscriptionsInput,
  about: {
    engine: 'only transcripts of this engine',
    model: 'only transcripts of this model',
    before: 'only transcripts from before this day (UTC)',
    failed: 'only transcriptions that failed for good',
    replaceEdits: 'replace the texts that authors changed, too',
    dryRun: 'list them, and change nothing',
  },
  toQuestion: ({ dryRun, replaceEdits }) =>
    dryRun
      ? null
      : `Transcribe these recordings again${replaceEdits ? ', and replace what their authors wrote' : ''}?`,
  call: (client, input) => client.transcription.repeat.mutate(input),
  columns: () => [
    { heading: 'RECORDING', of: ({ recordingId }) => recordingId },
    { heading: 'STORY', of: ({ storyId }) => storyId },
    { heading: 'ENGINE', of: ({ engine }) => engine },
    { heading: 'MODEL', of: ({ model }) => model },
    { heading: 'FINISHED', of: ({ finishedAt }) => finishedAt },
    { heading: 'EDITED', of: ({ isEdited }) => (isEdited ? 'yes' : null) },
  ],
  empty: 'None match',
});
