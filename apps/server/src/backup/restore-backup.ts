import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { prepareJobQueue, verifyCounters } from '@relato/api';
import { createDatabase, restoreRows, type RestoredRows } from '@relato/db';
import { StorageError, type Storage } from '@relato/storage';
import { audioFolder, rowsFolder, type CompleteBackup } from './backup-folder.ts';
import { toPercent } from '../boot/progress-line.ts';
import { bindRestored } from '../storage/bind-store.ts';
import { BackupError } from './backup-error.ts';
import { forEachOf } from '../boot/for-each-of.ts';
import type { BackupWork } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { hashFile, readSums, type FileSum } from './sums-file.ts';

export interface RestoreWork extends Omit<BackupWork, 'folder'> {
  readonly backup: CompleteBackup;
  readonly replaces: boolean;
  /** If true, the restored sessions are deleted, which signs all users out. */
  readonly endsSessions: boolean;
}

export interface Restored extends RestoredRows {
  readonly manifest: Manifest;
  /** The number of counters that were already wrong in the backup. */
  readonly wrongCounters: number;
}

/**
 * Checks every file of a backup, adds its objects to the store, and then replaces the rows in one transaction: until it
 * commits, everything that was there is unchanged. Throws BackupError, RestoreError, MigrationError,
 * DatabaseUnreachableError, StorageError, or the reason of `signal`.
 */
export async function restoreBackup(work: RestoreWork): Promise<Restored> {
  const { ownerUrl, backup, replaces, endsSessions, show, signal } = work;
  const { manifest, folder } = backup;
  const rows = await restoreRows(
    ownerUrl,
    { folder: backup.rowsDir, migrations: manifest.migrations, tables: manifest.tables },
    {
      replaces,
      endsSessions,
      signal,
      source: folder,
      onTable: ({ name, rows }, share) => show(`rows: ${rows} of ${name} ${toPercent(share)}`),
      prepare: async () => {
        await verifyFiles(work);
        await prepareJobQueue(ownerUrl);
        await restoreObjects(work);
      },
    },
  );
  return { ...rows, manifest, wrongCounters: await finish(work) };
}

/** Yields the files of a backup in batches. */
async function* readBatches({ sumsPath }: CompleteBackup): AsyncGenerator<readonly FileSum[]> {
  let batch: FileSum[] = [];
  for await (const sum of readSums(sumsPath)) {
    batch.push(sum);
    if (batch.length < 1_000) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const damaged = (file: string): BackupError =>
  new BackupError(`The backup is damaged: ${file} is missing or changed. Nothing was restored.`);

/** Throws BackupError unless every file of the backup is there and unchanged. */
async function verifyFiles({ backup, show, signal }: RestoreWork): Promise<void> {
  const { folder, manifest, sumsPath } = backup;
  if ((await hashOrNull(sumsPath)) !== manifest.sums) throw damaged('SHA256SUMS');
  const total = manifest.objects.count + manifest.tables.length;
  let checked = 0;
  for await (const batch of readBatches(backup))
    await forEachOf(batch, async ({ path, sha256 }) => {
      signal.throwIfAborted();
      if ((await hashOrNull(join(folder, path))) !== sha256) throw damaged(path);
      checked += 1;
      show(`checking: ${checked} of ${total} files ${toPercent(checked / total)}`);
    });
  if (checked !== total) throw damaged('SHA256SUMS');
}

async function hashOrNull(path: string): Promise<string | null> {
  try {
    return await hashFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Adds the objects that the store lacks, or holds with other bytes. */
async function restoreObjects({ backup, storage, show, signal }: RestoreWork): Promise<void> {
  const { count } = backup.manifest.objects;
  let restored = 0;
  for await (const batch of readBatches(backup))
    await forEachOf(batch, async ({ path, sha256 }) => {
      if (path.startsWith(`${rowsFolder}/`)) return;
      signal.throwIfAborted();
      await restoreObject(path.slice(audioFolder.length + 1), sha256, backup.objects, storage);
      restored += 1;
      show(`audio: ${restored} of ${count} files ${toPercent(restored / count)}`);
    });
}

async function restoreObject(key: string, sha256: string, from: Storage, to: Storage): Promise<void> {
  const content = await from.read(key);
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new BackupError(`The backup was changed while it was restored: ${key}. No row was changed.`);
  const there = await to.measure(key, { hash: false });
  if (there?.bytes === content.byteLength && (await to.measure(key, { hash: true }))?.sha256 === sha256)
    return;
  try {
    await to.put(key, content);
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'full')
      throw new BackupError(
        'The store of recordings is full. No row was changed. Free some space, then repeat the command.',
        {
          cause: error,
        },
      );
    throw error;
  }
}

/** Returns the number of wrong counters. */
async function finish({ ownerUrl, storage }: RestoreWork): Promise<number> {
  const database = await createDatabase({ url: ownerUrl, poolSize: 1, statementTimeoutMs: 120_000 });
  try {
    await bindRestored({ database, storage });
    return (await verifyCounters({ database })).total;
  } finally {
    await database.close();
  }
}
