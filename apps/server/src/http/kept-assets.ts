import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The present release and those before it, whose pages may still be open. */
const maxReleases = 3;
const releasesFile = 'releases.json';
const releases = z.array(z.object({ id: z.string(), files: z.array(z.string()) }));

/**
 * Copies the files of a build, whose names contain a hash, to those of earlier releases, so that a page from before a
 * deployment can still load its lazy parts. Deletes the files of older releases. `kept` is a folder outside of the clone or
 * image, because a new one lacks the files of earlier builds.
 */
export async function keepAssets(built: string, kept: string): Promise<void> {
  const files = (await listFiles(built)).toSorted();
  if (files.length === 0) return;
  await mkdir(kept, { recursive: true });
  const present = new Set(await listFiles(kept));
  for (const file of files) {
    if (!present.has(file)) await writeWhole(join(kept, file), (path) => copyFile(join(built, file), path));
  }
  const id = createHash('sha256').update(files.join('\n')).digest('base64url');
  const before = (await readReleases(kept)).filter((release) => release.id !== id);
  const all = [{ id, files }, ...before].slice(0, maxReleases);
  await writeWhole(join(kept, releasesFile), (path) => writeFile(path, JSON.stringify(all)));
  const needed = new Set([releasesFile, ...all.flatMap((release) => release.files)]);
  for (const file of present) {
    if (!needed.has(file)) await rm(join(kept, file), { force: true });
  }
}

/** Returns no names if the folder does not exist. */
const listFiles = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Returns no releases if the list is missing or unreadable. Only the present release is known then. */
async function readReleases(kept: string): Promise<z.infer<typeof releases>> {
  const text = await readFile(join(kept, releasesFile), 'utf8').catch(() => '[]');
  try {
    return releases.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Writes to a temporary name first, so that no reader sees a partial file. */
async function writeWhole(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    await write(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
