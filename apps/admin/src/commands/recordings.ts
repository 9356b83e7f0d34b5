import { failedInspectionInput, failedInspectionsInput } from '@relato/contract';
import { listCommand, procedureCommand } from '../command.ts';
import { toHandle } from '../table.ts';

const about = { recordingId: 'the recording, as `inspection failed` names it' };

export const listFailedInspections = listCommand({
  summary: 'Recordings that could not be looked into and wait for you, last failed first',
  input: failedInspectionsInput,
  call: (client, input) => client.moderation.failedInspections.query(input),
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
  summary: 'Tries one again, once what made it fail is mended',
  input: failedInspectionInput,
  positionals: ['recordingId'],
  about,
  call: ({ client }, input) => client.moderation.retryInspection.mutate(input),
  toLines: () => ['On its way again'],
});

export const dropInspection = procedureCommand({
  summary: 'Refuses one and deletes what was uploaded',
  input: failedInspectionInput,
  positionals: ['recordingId'],
  about,
  asks: true,
  call: async ({ client, confirm }, input) => {
    await confirm(`Refuse the recording ${input.recordingId} and delete it for good?`);
    return client.moderation.dropInspection.mutate(input);
  },
  toLines: () => ['Dropped'],
});
