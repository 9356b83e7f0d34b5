import { selectExpectedObjects, type ExpectedObject } from '@relato/api';
import { openRowSnapshot, tryLock, withConnection, type RowSnapshot } from '@relato/db';
import type { Storage } from '@relato/storage';
import { toPercent } from '../boot/progress-line.ts';
import { audioFolder, createBackup, rowsFolder, type NewBackup } from './backup-folder.ts';
import { selectStoreId } from '../storage/bind-store.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';
import { createObjectCopies, type ObjectCopies, type Trouble } from './object-copies.ts';
import type { FileSum } from './sums-file.ts';

export interface BackupWork {
  readonly ownerUrl: string;
  readonly storage: Storage;
  readonly folder: string;
  /** Shows the progress in place of the line before. */
  readonly show: (text: string) => void;
  readonly signal: AbortSignal;
}

/** The advisory lock of a session that makes a backup. */
const backupLock = 72_707_370;
/** Each round after the first copies the objects that were recorded during the round before. */
const maxSnapshots = 20;
/** The most objects that are copied while a snapshot is held, because a migration waits for its end. */
const fewObjects = 200;

/**
 * Copies the rows of one snapshot and every object that they name, while servers run. Most objects are copied before that
 * snapshot, by the list of an earlier one. If an object was deleted before its copy, the backup takes another snapshot, so
 * that every row of the backup has its object. Throws BackupError, also while another backup of the database is made;
 * MigrationError, DatabaseUnreachableError, StorageError, or the reason of `signal`.
 */
export const makeBackup = (work: BackupWork): Promise<Manifest> =>
  withConnection(work.ownerUrl, async (client) => {
    // Two backups into one folder would delete each other's copies.
    if (!(await tryLock(client, backupLock)))
      throw new BackupError('Another backup of this database is being made. Try again after its end.');
    // The lock ends with its connection.
    return copyAll(work, async () => void (await client.query('SELECT 1')));
  });

async function copyAll(work: BackupWork, requireLock: () => Promise<void>): Promise<Manifest> {
  const { ownerUrl, folder, storage, show, signal } = work;
  let made: { readonly backup: NewBackup; readonly copies: ObjectCopies } | undefined;
  let before: ReadonlyMap<string, Trouble> | undefined;
  for (let count = 0; count < maxSnapshots; count += 1) {
    const snapshot = await openRowSnapshot(ownerUrl, signal);
    try {
      if (!made) {
        const backup = await createBackup(folder);
        made = { backup, copies: createObjectCopies({ from: storage, to: backup.objects, show, signal }) };
      }
      const { backup, copies } = made;
      const objects = await listObjects(snapshot);
      const missing = copies.listMissing(objects);
      const isHeld = before !== undefined && missing.length <= before.size + fewObjects;
      if (!isHeld) await snapshot.close();
      const troubles: ReadonlyMap<string, Trouble> = await copies.copy(missing);
      // An object that two snapshots name and that is missing both times was not deleted in between but lost.
      if (isHeld && troubles.keys().every((key) => before?.has(key))) {
        await requireLock();
        return await finish(work, backup, snapshot, { copies, objects, troubles }, requireLock);
      }
      before = troubles;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      await snapshot.close();
    }
  }
  throw new BackupError(
    'Recordings were made and deleted as fast as they were copied. Try again when the server has less to do.',
  );
}

async function listObjects(snapshot: RowSnapshot): Promise<readonly ExpectedObject[]> {
  const objects: ExpectedObject[] = [];
  for await (const batch of snapshot.select<ExpectedObject>(selectExpectedObjects)) objects.push(...batch);
  return objects;
}

interface Copied {
  readonly copies: ObjectCopies;
  readonly objects: readonly ExpectedObject[];
  readonly troubles: ReadonlyMap<string, Trouble>;
}

async function finish(
  { show, signal }: BackupWork,
  backup: NewBackup,
  snapshot: RowSnapshot,
  { copies, objects, troubles }: Copied,
  requireLock: () => Promise<void>,
): Promise<Manifest> {
  await copies.keepOnly(new Set(objects.map(({ key }) => key)));
  let store: string | null = null;
  for await (const [row] of snapshot.select<{ id: string }>(selectStoreId)) store = row?.id ?? null;
  const sums: FileSum[] = [];
  const tables: Manifest['tables'] = [];
  for await (const { table, file, sha256, share } of snapshot.copyTables(backup.rowsDir)) {
    signal.throwIfAborted();
    tables.push({ ...table, columns: [...table.columns] });
    sums.push({ sha256, path: `${rowsFolder}/${file}` });
    show(`rows: ${table.rows} of ${table.name} ${toPercent(share)}`);
  }
  let bytes = 0;
  for (const { key } of objects) {
    const object = copies.get(key);
    if (!object) continue;
    bytes += object.bytes;
    sums.push({ sha256: object.sha256, path: `${audioFolder}/${key}` });
  }
  // Without the lock another backup may have begun in this folder while the rows were copied.
  await requireLock();
  return backup.finish(sums, {
    kind: 'relato-backup',
    format: 1,
    takenAt: snapshot.takenAt.toISOString(),
    finishedAt: new Date().toISOString(),
    postgres: snapshot.postgres,
    migrations: [...snapshot.migrations],
    tables,
    store,
    objects: { count: sums.length - tables.length, bytes },
    troubles: [...troubles.values()],
  });
}
