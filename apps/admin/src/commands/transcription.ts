import { pageInput, repeatTranscriptionsInput, retryFailedTranscriptionInput } from '@relato/contract';
import { list, procedure } from '../command.ts';
import { toHandle } from '../table.ts';

export const transcription = [
  list('transcription failed', pageInput, {
    summary: 'Lists transcriptions that failed for good, last failed first',
    call: (client, input) => client.transcription.failed.query(input),
    row: (found) => ({
      RECORDING: found.recordingId,
      STORY: found.storyId,
      AUTHOR: toHandle(found.author),
      FAILED: found.failedAt,
      ATTEMPTS: found.attempts,
      PROVIDER: found.provider,
      ERROR: found.error,
    }),
    empty: 'None failed',
  }),
  procedure('transcription retry <recordingId>', retryFailedTranscriptionInput, {
    summary: 'Transcribes a recording again',
    about: { recordingId: 'the recording, as `transcription failed` names it' },
    call: (client, input) => client.transcription.retryFailed.mutate(input),
    print: 'Queued again',
  }),
  list('transcription repeat', repeatTranscriptionsInput, {
    summary: 'Transcribes recordings again by the present engine; texts that authors changed stay',
    about: {
      engine: 'only transcripts of this engine',
      model: 'only transcripts of this model',
      before: 'only transcripts from before this day (UTC)',
      failed: 'only transcriptions that failed for good',
      replaceEdits: 'replace the texts that authors changed, too',
      dryRun: 'list them, and change nothing',
    },
    ask: ({ dryRun, replaceEdits }) =>
      dryRun
        ? null
        : `Transcribe these recordings again${replaceEdits ? ', and replace what their authors wrote' : ''}?`,
    call: (client, input) => client.transcription.repeat.mutate(input),
    row: (found) => ({
      RECORDING: found.recordingId,
      STORY: found.storyId,
      ENGINE: found.engine,
      MODEL: found.model,
      FINISHED: found.finishedAt,
      EDITED: found.isEdited ? 'yes' : null,
    }),
    empty: 'None match',
  }),
];
