import { join, resolve } from 'node:path';
import { formatMegabytes } from '@relato/contract';
import { mayChangeSchema, restrictServer, startEmbeddedPostgres } from '@relato/db';
import { StorageError } from '@relato/storage';
import { readSettings, type Settings } from '../boot/env.ts';
import { openStorage } from '../storage/open-storage.ts';
import { reachDatabase, type DatabaseAccess } from '../boot/reach-database.ts';
import { BackupError } from './backup-error.ts';
import { openBackup } from './backup-folder.ts';
import { rememberBackup } from './last-backup.ts';
import { makeBackup, type BackupWork } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup, type Restored, type RestoreWork } from './restore-backup.ts';
import { type Terminal, UsageError } from '../boot/run-command.ts';

export const backupUsage = `npm run backup -- FOLDER                                   writes a backup into a new folder, also while servers run
npm run restore -- FOLDER [--replace] [--end-sessions]     restores it, while none runs

A backup has the rows of one moment and all recordings that they name. It works with the settings of '.env': the embedded database
or your own, audio in DATA_DIR or an object store. Its files have the addresses, password hashes and private recordings of all users:
keep them as safe as the server. docs/operations.md says what is in it.

restore checks every file before it changes anything, and wants an empty place: --replace replaces what is there. Until it ends,
what was there is unchanged. --end-sessions signs everybody out, because the sessions of that moment are restored as well.
`;

/**
 * Runs one command. Returns the exit code: 1 if a complete backup lacks audio that the store has lost. Throws
 * UsageError, and the errors of `makeBackup` and `restoreBackup`.
 */
export async function runBackupCommand(
  [command, ...args]: readonly string[],
  terminal: Terminal,
): Promise<0 | 1> {
  const flags = args.filter((arg) => ['--replace', '--end-sessions'].includes(arg));
  const [given, ...others] = args.filter((arg) => !flags.includes(arg));
  if (given === undefined || given.startsWith('-') || others.length > 0) throw new UsageError(backupUsage);
  const folder = resolve(terminal.cwd, given);
  const choices = { replaces: flags.includes('--replace'), endsSessions: flags.includes('--end-sessions') };
  if (command === 'restore') return restore(folder, choices, terminal);
  if (command === 'backup' && flags.length === 0) return backUp(folder, terminal);
  throw new UsageError(backupUsage);
}

/** Opens the store of the settings and a database, and closes both at the end. */
async function withPlace<Result>(
  settings: Settings,
  reach: () => Promise<DatabaseAccess>,
  work: (place: Pick<BackupWork, 'ownerUrl' | 'storage'>) => Promise<Result>,
): Promise<Result> {
  const { storage, close } = await openStorage(settings.storage, settings);
  try {
    const { url, stop } = await reach();
    try {
      return await work({ ownerUrl: url, storage });
    } finally {
      await stop();
    }
  } finally {
    await close();
  }
}

async function backUp(folder: string, terminal: Terminal): Promise<0 | 1> {
  const settings = readSettings(terminal.variables, process.cwd());
  const { databaseUrl, migrateDatabaseUrl, dataDir } = settings;
  const manifest = await withPlace(
    settings,
    () => reachDatabase(migrateDatabaseUrl ?? databaseUrl, dataDir),
    async (place) => {
      const made = await makeOnDisk({ ...terminal, ...place, folder });
      // An incomplete backup is not remembered, so that the doctor still asks for a complete one.
      if (made.troubles.length === 0) await tryToRemember(place.ownerUrl, made, terminal);
      return made;
    },
  );
  printBackup(folder, manifest, terminal);
  return manifest.troubles.length === 0 ? 0 : 1;
}

/** Does not fail if the database refuses the note, because the backup itself is complete. */
async function tryToRemember(ownerUrl: string, { takenAt }: Manifest, { print }: Terminal): Promise<void> {
  try {
    await rememberBackup(ownerUrl, takenAt);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(`The doctor will not know of this backup: the database took no note of it (${reason}).`);
  }
}

function printBackup(
  folder: string,
  { takenAt, tables, objects, troubles }: Manifest,
  { print }: Terminal,
): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  print(`The backup is complete: ${folder}`);
  print(`  the rows of ${takenAt}: ${rows} in ${tables.length} tables`);
  print(`  audio: ${objects.count} files, ${formatMegabytes(objects.bytes, 1)}`);
  for (const { key, trouble } of troubles)
    print(
      trouble === 'missing'
        ? `  not in it, because the store has lost it: ${key}`
        : `  in it as the store has it, which is not what was stored: ${key}`,
    );
  if (troubles.length > 0) print(`'npm run admin -- storage verify' names the stories.`);
}

async function makeOnDisk(work: BackupWork): ReturnType<typeof makeBackup> {
  try {
    return await makeBackup(work);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const isFull =
      code === 'ENOSPC' || code === 'EDQUOT' || (error instanceof StorageError && error.reason === 'full');
    if (!isFull) throw error;
    throw new BackupError(
      `The disk of ${work.folder} is full. What is there is no backup yet: free some space and repeat the command, which goes on there, or delete the folder.`,
      { cause: error },
    );
  }
}

async function restore(
  folder: string,
  choices: Pick<RestoreWork, 'replaces' | 'endsSessions'>,
  terminal: Terminal,
): Promise<0> {
  const settings = readSettings(terminal.variables, process.cwd());
  const { databaseUrl, migrateDatabaseUrl } = settings;
  const hasRole =
    databaseUrl !== undefined && migrateDatabaseUrl !== undefined && databaseUrl !== migrateDatabaseUrl;
  // A restore may take hours, and its last step needs the role.
  if (hasRole) await mayChangeSchema(databaseUrl, { mustNot: true });
  const restrict = async () => {
    if (hasRole) await restrictServer(migrateDatabaseUrl, databaseUrl);
  };
  // The target comes first, because it may be a database that has to be created.
  const backup = await openBackup(folder);
  const restored = await withPlace(
    settings,
    () => reachStopped(settings, terminal),
    (place) => restoreBackup({ ...terminal, ...place, ...choices, backup, restrict }),
  );
  printRestored(folder, restored, terminal);
  return 0;
}

/** Returns a database that no server uses: an embedded one does not start beside its server. */
async function reachStopped(
  { databaseUrl, migrateDatabaseUrl, dataDir }: Settings,
  { print }: Terminal,
): Promise<DatabaseAccess> {
  const url = migrateDatabaseUrl ?? databaseUrl;
  if (url) return { url, stop: async () => {} };
  return startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    onProgress: (step) => print(`· ${step}`),
  });
}

function printRestored(
  folder: string,
  { manifest, migrated, droppedJobs, wrongCounters }: Restored,
  { print }: Terminal,
): void {
  print(`Restored: ${folder}`);
  print(`  everything is as it was at ${manifest.takenAt}`);
  if (migrated.length > 0) print(`  brought up to date by ${migrated.length} migrations`);
  if (droppedJobs > 0) print(`  left out ${droppedJobs} jobs of queues that this version does not have`);
  for (const { key } of manifest.troubles) print(`  the backup itself lacks or has changed: ${key}`);
  if (wrongCounters === null)
    print(`  the counters could not be checked: 'npm run admin -- counters verify'`);
  else if (wrongCounters > 0)
    print(`  ${wrongCounters} counters were wrong when it was made: 'npm run admin -- counters repair'`);
}
