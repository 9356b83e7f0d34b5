import {
  failedInspectionInput,
  failedInspectionsInput,
  storageCheckInput,
  type StorageCheck,
} from '@relato/contract';
import { list, procedure } from '../command.ts';
import { toHandle, toTable, toYesOrNo } from '../table.ts';

const about = { recordingId: 'the recording, as `inspection failed` names it' };
const allStorage = storageCheckInput.omit({ cursor: true });
const storageAbout = { hashes: 'compares hashes, which reads every original; without it sizes alone' };

type WholeCheck = Omit<StorageCheck, 'nextCursor'>;

/** Calls batch after batch, and adds up the results. */
async function checkAll(checkBatch: (cursor: string | null) => Promise<StorageCheck>): Promise<WholeCheck> {
  const problems: StorageCheck['problems'][number][] = [];
  let checked = 0;
  for (let cursor: string | null = null; ;) {
    const batch = await checkBatch(cursor);
    problems.push(...batch.problems);
    checked += batch.checked;
    cursor = batch.nextCursor;
    if (cursor === null) return { checked, problems, unreferenced: batch.unreferenced };
  }
}

const printCheck =
  (ofUnreferenced: string) =>
  ({ checked, problems, unreferenced }: WholeCheck): string[] => {
    const rows = problems.map(({ recordingId, storyId, object, trouble, isRepaired }) => ({
      RECORDING: recordingId,
      STORY: storyId,
      OBJECT: object,
      TROUBLE: trouble,
      REPAIRED: toYesOrNo(isRepaired),
    }));
    return [
      ...(rows.length > 0 ? [...toTable(rows), ''] : []),
      `${checked} recordings checked, ${problems.length} problems`,
      `${unreferenced} objects without a recording${unreferenced > 0 ? ofUnreferenced : ''}`,
    ];
  };

export const recordings = [
  list('inspection failed', failedInspectionsInput, {
    summary: 'Lists recordings whose inspection failed for good, last failed first',
    call: (client, input) => client.recordings.failedInspections.query(input),
    row: (failed) => ({
      RECORDING: failed.recordingId,
      AUTHOR: toHandle(failed.author),
      FAILED: failed.failedAt,
      ATTEMPTS: failed.attempts,
      ERROR: failed.error,
    }),
    empty: 'None failed',
  }),
  procedure('inspection retry <recordingId>', failedInspectionInput, {
    summary: 'Inspects a recording again, after its cause of failure is fixed',
    about,
    call: (client, input) => client.recordings.retryInspection.mutate(input),
    print: 'Queued again',
  }),
  procedure('inspection drop <recordingId>', failedInspectionInput, {
    summary: 'Refuses a recording and deletes its upload',
    about,
    ask: ({ recordingId }) => `Refuse the recording ${recordingId} and delete it for good?`,
    call: (client, input) => client.recordings.dropInspection.mutate(input),
    print: 'Dropped',
  }),
  procedure('storage verify', allStorage, {
    summary:
      'Compares the stored audio with the recordings, and reports what is missing, changed or left over',
    about: storageAbout,
    call: (client, input) =>
      checkAll((cursor) => client.recordings.verifyStorage.query({ ...input, cursor })),
    print: printCheck(', deleted at the daily cleanup'),
  }),
  procedure('storage repair', allStorage, {
    summary:
      'Makes missing and changed copies again from their originals, and deletes objects that are left over',
    about: storageAbout,
    ask: () => 'Repair the stored audio?',
    call: (client, input) =>
      checkAll((cursor) => client.recordings.repairStorage.mutate({ ...input, cursor })),
    print: printCheck(', deleted'),
  }),
];
