import { failedInspectionInput, failedInspectionsInput } from '@relato/contract';
import { listCommand, procedureCommand } from '../command.ts';
import { toHandle } from '../table.ts';

const about = { recordingId: 'the recording, as `inspection failed` names it' };

export const listFailedInspections = listCommand({
  summary: 'Lists recordings whose inspection failed for good, last failed first',
  input: failedInspectionsInput,
  call: (client, input) => client.recordings.failedInspections.query(input),
  columns: () => [
    { heading: 'RECORDING', of: ({ recordingId }) => recordingId },
    { heading: 'AUTHOR', of: ({ author }) => toHandle(author) },
    { heading: 'FAILED', of: ({ failedAt }) => failedAt },
    { heading: 'ATTEMPTS', of: ({ attempts }) => attempts },
    { heading: 'ERROR', of: ({ error }) => error },
  ],
  empty: 'None failed',
});

export const retryInspection = procedureCommand({
  summary: 'Inspects a recording again, after its cause of failure is fixed',
  input: failedInspectionInput,
  positionals: ['recordingId'],
  about,
  call: ({ client }, input) => client.recordings.retryInspection.mutate(input),
  toLines: () => ['Queued again'],
});

export const dropInspection = procedureCommand({
  summary: 'Refuses a recording and deletes its upload',
  input: failedInspectionInput,
  positionals: ['recordingId'],
  about,
  asks: true,
  call: async ({ client, confirm }, input) => {
    await confirm(`Refuse the recording ${input.recordingId} and delete it for good?`);
    return client.recordings.dropInspection.mutate(input);
  },
  toLines: () => ['Dropped'],
});
