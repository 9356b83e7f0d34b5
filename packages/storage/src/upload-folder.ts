import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of unfinished uploads: for each upload its bytes so far, and the metadata of tus. */
export interface UploadFolder {
  readonly directory: string;
  /** Returns the path of the bytes of an upload. */
  pathOf(id: string): string;
  /** Deletes the files of an upload; does nothing if there are none. */
  remove(id: string): Promise<void>;
  /** Lists the ids of uploads, and the names of any other files, that were last written before `time`. */
  listUntouchedSince(time: Date): Promise<readonly string[]>;
}

const infoSuffix = '.json';

/** Opens the folder of unfinished uploads. Ids become file names, so the caller must validate them. */
export function createUploadFolder(directory: string): UploadFolder {
  const pathOf = (id: string): string => join(directory, id);
  const filesOf = (id: string): string[] => [pathOf(id), pathOf(id) + infoSuffix];
  return {
    directory,
    pathOf,
    remove: async (id) => {
      await Promise.all(filesOf(id).map((path) => rm(path, { force: true })));
    },
    listUntouchedSince: async (time) => {
      const names = await nullIfMissing(readdir(directory));
      const ids = [...new Set((names ?? []).map(toId))];
      const untouched = await Promise.all(
        ids.map(async (id) => {
          const files = await Promise.all(filesOf(id).map((path) => nullIfMissing(stat(path))));
          return files.every((file) => file === null || file.mtime < time);
        }),
      );
      return ids.filter((_, n) => untouched[n]);
    },
  };
}

const toId = (name: string): string => (name.endsWith(infoSuffix) ? name.slice(0, -infoSuffix.length) : name);

/** Returns null if the folder does not exist yet, or if a file was deleted meanwhile. */
async function nullIfMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
