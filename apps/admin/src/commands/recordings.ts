import {
  failedInspectionInput,
  pageInput,
  storageCheckInput,
  type StorageCheck,
  type StorageProblem,
} from '@relato/contract';
import { list, procedure, type Context } from '../command.ts';
import { exitCodes, type ExitCode } from '../errors.ts';
import { toHandle, toTable, toYesOrNo, type Row } from '../table.ts';
import { untilAdmitted } from '../until-admitted.ts';

const about = { recordingId: 'the recording, as `inspection failed` names it' };
const storageAbout = {
  hashes: 'compares hashes, which reads every original; without it sizes alone',
  cursor: 'where to go on, as an interrupted check printed it',
};

type WholeCheck = Omit<StorageCheck, 'nextCursor'>;

/** Calls batch after batch, and adds up the results. Prints problems at once, because a large store takes hours. */
async function checkAll(
  { io, globals }: Context,
  start: string | null | undefined,
  checkBatch: (cursor: string | null) => Promise<StorageCheck>,
): Promise<WholeCheck> {
  const problems: StorageProblem[] = [];
  let checked = 0;
  for (let cursor = start ?? null; ;) {
    const from = cursor;
    const { nextCursor, ...batch } = await untilAdmitted(io, () => checkBatch(from));
    problems.push(...batch.problems);
    checked += batch.checked;
    if (batch.problems.length > 0 && !globals.json) toTable(batch.problems.map(toRow)).forEach(io.print);
    if (nextCursor === null) return { ...batch, checked, problems };
    cursor = nextCursor;
    io.printError(`${checked} recordings checked. If this is interrupted, go on with --cursor ${cursor}`);
  }
}

const toRow = ({ recordingId, storyId, object, trouble, isRepaired }: StorageProblem): Row => ({
  RECORDING: recordingId,
  STORY: storyId,
  OBJECT: object,
  TROUBLE: trouble,
  REPAIRED: toYesOrNo(isRepaired),
});

const fates = {
  cleanup: ', deleted at the daily cleanup',
  repair:
    ", too many for the daily cleanup: 'storage repair' deletes them, if no other database uses the store",
  deleted: ', deleted',
  kept: ', which stay: they outnumber those with one, and may belong to another database',
} as const;

const printCheck = ({ checked, problems, unreferenced, leftovers }: WholeCheck): string[] => [
  `${checked} recordings checked, ${problems.length} problems`,
  `${unreferenced} objects without a recording${unreferenced > 0 && leftovers ? fates[leftovers] : ''}`,
];

const toExitCode = ({ problems }: WholeCheck): ExitCode =>
  problems.every(({ isRepaired }) => isRepaired) ? exitCodes.done : exitCodes.wrong;

export const recordings = [
  list('inspection failed', pageInput, {
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
  procedure('storage verify', storageCheckInput, {
    summary:
      'Compares the stored audio with the recordings, and reports what is missing, changed or left over',
    about: storageAbout,
    call: (client, input, _confirm, context) =>
      checkAll(context, input.cursor, (cursor) =>
        client.recordings.verifyStorage.query({ ...input, cursor }),
      ),
    print: printCheck,
    exitCode: toExitCode,
  }),
  procedure('storage repair', storageCheckInput, {
    summary:
      'Makes missing and changed copies again from their originals, and deletes objects that are left over',
    about: storageAbout,
    ask: () => 'Repair the stored audio?',
    call: (client, input, _confirm, context) =>
      checkAll(context, input.cursor, (cursor) =>
        client.recordings.repairStorage.mutate({ ...input, cursor }),
      ),
    print: printCheck,
    exitCode: toExitCode,
  }),
];
