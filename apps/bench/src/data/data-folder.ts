import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNoise } from '../generator/audio.ts';
import { fillCluster } from '../generator/fill.ts';
import { audioKey, audioBytes, createWorld, storiesWithAudio } from '../generator/world.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
export const cacheDir = join(root, '.cache', 'bench');
const migrationsDir = join(root, 'prisma', 'migrations');
const generatorDir = fileURLToPath(new URL('../generator', import.meta.url));
/** A folder without it was not filled to the end. */
const mark = 'filled';

/** Returns a hash of everything that decides what a filled database looks like. */
async function hashSources(): Promise<string> {
  const digest = createHash('sha256');
  for (const folder of [migrationsDir, generatorDir]) {
    const names = await readdir(folder, { recursive: true });
    for (const name of names.toSorted()) {
      if (/\.(?:sql|ts)$/.test(name)) digest.update(name).update(await readFile(join(folder, name)));
    }
  }
  return digest.digest('hex').slice(0, 12);
}

/**
 * Returns the DATA_DIR of a server with this many stories, filled now unless an earlier run has filled it from the same
 * migrations and generator. Folders of others are deleted.
 */
export async function prepareDataFolder(
  stories: number,
  report: (step: string) => void,
): Promise<{ readonly dataDir: string; readonly fillMs: number | null }> {
  const hash = await hashSources();
  const data = join(cacheDir, 'data');
  await mkdir(data, { recursive: true });
  for (const name of await readdir(data)) if (name !== hash) await deleteData(join(data, name));
  const dataDir = join(data, hash, String(stories));
  if (existsSync(join(dataDir, mark))) return { dataDir, fillMs: null };
  await deleteData(dataDir);
  const startedAt = performance.now();
  await mkdir(dataDir, { recursive: true });
  await fillCluster(join(dataDir, 'postgres'), createWorld(stories), report);
  await writeAudio(join(dataDir, 'audio'), Math.min(storiesWithAudio, stories));
  const fillMs = performance.now() - startedAt;
  await writeFile(join(dataDir, mark), `${Math.round(fillMs)}\n`);
  return { dataDir, fillMs };
}

async function writeAudio(folder: string, count: number): Promise<void> {
  const audio = createNoise(audioBytes);
  for (let rank = 0; rank < count; rank += 1) {
    for (const kind of ['original', 'playback'] as const) {
      const file = join(folder, audioKey(kind, rank));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, audio);
    }
  }
}

/** Deletes a DATA_DIR, or a folder of several. As root the clusters stand elsewhere, behind links. */
export async function deleteData(folder: string): Promise<void> {
  for (const size of await readdir(folder).catch(() => [])) {
    const cluster = await realpath(join(folder, size, 'postgres')).catch(() => null);
    if (cluster !== null) await rm(cluster, { recursive: true, force: true });
  }
  const own = await realpath(join(folder, 'postgres')).catch(() => null);
  if (own !== null) await rm(own, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}
