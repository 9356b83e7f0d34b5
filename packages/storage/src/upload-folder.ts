import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What has arrived of uploads that go on: for each a file of its bytes, and one of what tus knows of it. */
export interface UploadFolder {
  readonly directory: string;
  /** Where the bytes of an upload are. */
  pathOf(id: string): string;
  /** Deletes what is there of an upload. Deleting what is not there is done already. */
  remove(id: string): Promise<void>;
  /** Names the uploads that were last written before `time`, and whatever else lies there since then. */
  listUntouchedSince(time: Date): Promise<readonly string[]>;
}

const infoSuffix = '.json';

/** Ids become names of files: the caller has checked them. */
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
      const names = await unlessMissing(readdir(directory));
      const ids = [...new Set((names ?? []).map(toId))];
      const untouched = await Promise.all(
        ids.map(async (id) => {
          const files = await Promise.all(filesOf(id).map((path) => unlessMissing(stat(path))));
          return files.every((file) => file === null || file.mtime < time);
        }),
      );
      return ids.filter((_, n) => untouched[n]);
    },
  };
}

const toId = (name: string): string => (name.endsWith(infoSuffix) ? name.slice(0, -infoSuffix.length) : name);

/** Null before the first upload, and for a file that went meanwhile. */
async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
