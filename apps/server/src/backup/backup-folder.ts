import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDiskStorage, flushFolder, type Storage } from '@relato/storage';
import { BackupError } from './backup-error.ts';
import { anyManifestSchema, manifestSchema, type Manifest } from './manifest.ts';
import { hashFile, writeSums, type FileSum } from './sums-file.ts';

const manifestFile = 'manifest.json';
const sumsFile = 'SHA256SUMS';
/** Marks a folder as a backup of ours before anything else is in it. */
const unfinishedFile = 'UNFINISHED';
export const rowsFolder = 'rows';
export const audioFolder = 'audio';

interface BackupFolder {
  readonly folder: string;
  /** The folder with a file for each table. */
  readonly rowsDir: string;
  readonly objects: Storage;
}

export interface NewBackup extends BackupFolder {
  /** Makes the folder a complete backup after everything else is on the disk. */
  finish(sums: Iterable<FileSum>, manifest: Omit<Manifest, 'sums'>): Promise<Manifest>;
}

export interface CompleteBackup extends BackupFolder {
  readonly manifest: Manifest;
  readonly sumsPath: string;
}

const openFolder = (folder: string): BackupFolder => ({
  folder,
  rowsDir: join(folder, rowsFolder),
  objects: createDiskStorage(join(folder, audioFolder)),
});

/**
 * Opens a new or empty folder for a backup, or continues an unfinished backup. Throws BackupError for a folder with anything
 * else.
 */
export async function createBackup(folder: string): Promise<NewBackup> {
  const names = await listNames(folder);
  if (names.includes(manifestFile))
    throw new BackupError(
      `There is a backup in ${folder} already. Name another folder, or delete this one first.`,
    );
  if (names.length > 0 && !names.includes(unfinishedFile))
    throw new BackupError(
      `The folder ${folder} is not empty, and holds no backup of Relato. Name another one.`,
    );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(
    join(folder, unfinishedFile),
    'This backup is not finished. The same command goes on with it.\n',
    { mode: 0o600 },
  );
  await rm(join(folder, rowsFolder), { recursive: true, force: true });
  await mkdir(join(folder, rowsFolder), { mode: 0o700 });
  return {
    ...openFolder(folder),
    finish: async (sums, manifest) => {
      const sumsPath = join(folder, sumsFile);
      await writeSums(sumsPath, sums);
      await flushFolder(join(folder, rowsFolder));
      const complete: Manifest = { ...manifest, sums: await hashFile(sumsPath) };
      const path = join(folder, manifestFile);
      await writeFile(`${path}.part`, `${JSON.stringify(complete, null, 2)}\n`, { mode: 0o600, flush: true });
      await rename(`${path}.part`, path);
      await rm(join(folder, unfinishedFile), { force: true });
      await flushFolder(folder);
      await flushFolder(dirname(folder));
      return complete;
    },
  };
}

/** Opens a complete backup. Throws BackupError for an unfinished or foreign folder, and for a later format. */
export async function openBackup(folder: string): Promise<CompleteBackup> {
  const names = await listNames(folder);
  if (!names.includes(manifestFile))
    throw new BackupError(
      names.includes(unfinishedFile)
        ? `The backup in ${folder} is not finished: 'npm run backup -- FOLDER' goes on with it where its data are.`
        : `There is no backup of Relato in ${folder}.`,
    );
  const found = parseJson(await readFile(join(folder, manifestFile), 'utf8'));
  const format = anyManifestSchema.safeParse(found).data?.format;
  if (format !== undefined && format > 1)
    throw new BackupError(
      `The backup in ${folder} was made by a newer version of Relato. Restore it with the version that made it.`,
    );
  const manifest = manifestSchema.safeParse(found).data;
  if (!manifest)
    throw new BackupError(`The backup in ${folder} is damaged: its manifest.json cannot be read.`);
  return { ...openFolder(folder), manifest, sumsPath: join(folder, sumsFile) };
}

async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw new BackupError(`${folder} is no folder.`);
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
