import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { prepareJobQueue, verifyCounters } from '@relato/api';
import { messageOf } from '@relato/contract/errors';
import { createDatabase, restoreRows, withConnection, type RestoredRows } from '@relato/db';
import { StorageError, type Storage } from '@relato/storage';
import { audioFolder, rowsFolder, type CompleteBackup } from './backup-folder.ts';
import { toPercent } from '../boot/progress-line.ts';
import { bindRestored, selectStoreId } from '../storage/bind-store.ts';
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
  /** Gives the role of the server its rights. The restored tables are new. */
  readonly restrict: () => Promise<void>;
}

export interface Restored extends RestoredRows {
  readonly manifest: Manifest;
  /** The number of counters that were already wrong in the backup, or null if they could not be counted. */
  readonly wrongCounters: number | null;
}

/**
 * Checks every file of a backup, adds its objects to the store, and then replaces the rows in one transaction: until it
 * commits, everything that was there is unchanged. Throws BackupError, RestoreError, MigrationError,
 * DatabaseUnreachableError, StorageError, or the reason of `signal`.
 */
export async function restoreBackup(work: RestoreWork): Promise<Restored> {
  const { ownerUrl, backup, replaces, endsSessions, show, signal, restrict } = work;
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
        await requireOwnStore(work);
        await verifyFiles(work);
        await prepareJobQueue(ownerUrl);
        await restoreObjects(work);
      },
    },
  );
  await restrict();
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

/** Throws BackupError if the store belongs to neither the database of the backup nor the one that it replaces. */
async function requireOwnStore({ ownerUrl, backup, storage }: RestoreWork): Promise<void> {
  const { store } = backup.manifest;
  const mark = await storage.readMark();
  if (mark === null || store === undefined || mark === store) return;
  const replaced = await withConnection(ownerUrl, async (client) => {
    const { rows: tables } = await client.query(`SELECT 1 WHERE to_regclass('public.settings') IS NOT NULL`);
    return tables.length === 0 ? [] : (await client.query<{ id: string }>(selectStoreId)).rows;
  });
  if (replaced[0]?.id !== mark)
    throw new BackupError(
      'The store has the recordings of another database, which could not use it any more. Set DATA_DIR, or S3_ENDPOINT and S3_BUCKET, to an empty one, or delete relato-database there if nothing uses it. Nothing was restored.',
    );
}

/**
 * Completes a restored database, whose rows are committed. Returns the number of wrong counters, or null if they could not
 * be counted. Throws BackupError if the store does not take its mark.
 */
async function finish({ ownerUrl, storage }: RestoreWork): Promise<number | null> {
  const database = await createDatabase({ url: ownerUrl, poolSize: 1, statementTimeoutMs: 120_000 });
  try {
    await bindRestored({ database, storage }).catch((cause: unknown) => {
      throw new BackupError(
        `Everything is restored, but the store could not be bound to it (${messageOf(cause)}). The next start says what is missing.`,
        { cause },
      );
    });
    return await verifyCounters({ database }).then(
      ({ total }) => total,
      () => null,
    );
  } finally {
    await database.close();
  }
}
