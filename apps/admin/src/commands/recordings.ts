import {
  failedInspectionInput,
  failedInspectionsInput,
  storageCheckInput,
  type StorageCheck,
  type StorageProblem,
} from '@relato/contract';
import { listCommand, procedureCommand } from '../command.ts';
import { toHandle, toTable, type Column } from '../table.ts';

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

const allStorage = storageCheckInput.omit({ cursor: true });
const storageAbout = { hashes: 'compares hashes, which reads every original; without it sizes alone' };

const problemColumns: readonly Column<StorageProblem>[] = [
  { heading: 'RECORDING', of: ({ recordingId }) => recordingId },
  { heading: 'STORY', of: ({ storyId }) => storyId },
  { heading: 'OBJECT', of: ({ object }) => object },
  { heading: 'TROUBLE', of: ({ trouble }) => trouble },
  { heading: 'REPAIRED', of: ({ isRepaired }) => (isRepaired ? 'yes' : 'no') },
];

/** Calls batch after batch, and adds the results up. */
async function checkAll(
  checkBatch: (cursor: string | null) => Promise<StorageCheck>,
): Promise<Omit<StorageCheck, 'nextCursor'>> {
  const problems: StorageProblem[] = [];
  let checked = 0;
  let cursor: string | null = null;
  for (;;) {
    const batch = await checkBatch(cursor);
    problems.push(...batch.problems);
    checked += batch.checked;
    if (batch.nextCursor === null) return { checked, problems, unreferenced: batch.unreferenced };
    cursor = batch.nextCursor;
  }
}

const toStorageLines =
  (ofUnreferenced: string) =>
  ({ checked, problems, unreferenced }: Omit<StorageCheck, 'nextCursor'>): string[] => [
    ...(problems.length > 0 ? [...toTable(problemColumns, problems), ''] : []),
    `${checked} recordings checked, ${problems.length} problems`,
    `${unreferenced} objects without a recording${unreferenced > 0 ? ofUnreferenced : ''}`,
  ];

export const verifyStorage = procedureCommand({
  summary: 'Compares the stored audio with the recordings, and reports what is missing, changed or left over',
  input: allStorage,
  about: storageAbout,
  call: ({ client }, input) =>
    checkAll((cursor) => client.recordings.verifyStorage.query({ ...input, cursor })),
  toLines: toStorageLines(', deleted at the daily cleanup'),
});

export const repairStorage = procedureCommand({
  summary:
    'Makes missing and changed copies again from their originals, and deletes objects that are left over',
  input: allStorage,
  about: storageAbout,
  asks: true,
  call: async ({ client, confirm }, input) => {
    await confirm('Repair the stored audio?');
    return checkAll((cursor) => client.recordings.repairStorage.mutate({ ...input, cursor }));
  },
  toLines: toStorageLines(', deleted'),
});
