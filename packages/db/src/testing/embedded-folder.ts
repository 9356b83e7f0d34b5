import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded/embedded-postgres.ts';

/** The settings of a server whose data outlive no power cut. */
export const settings = { fsync: 'off' };

/** Creates a folder that the user postgres can enter. */
export async function makeOpenFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'relato-embedded-'));
  await chmod(path, 0o755);
  return path;
}

/** Gives each test a new folder, and stops the servers that it starts. */
export function useEmbeddedFolder() {
  // Gets its properties before each test. The folders outside of the test's folder are deleted too.
  const place = {} as { folder: string; dataDir: string; steps: string[]; outside: string[] };
  const running = new Set<EmbeddedPostgres>();
  beforeEach(async () => {
    const folder = await makeOpenFolder();
    Object.assign(place, { folder, dataDir: join(folder, 'postgres'), steps: [], outside: [] });
  });
  afterEach(async () => {
    await Promise.all(Array.from(running, stop));
    for (const path of [place.folder, ...place.outside]) await rm(path, { recursive: true, force: true });
  });

  async function start(more: Record<string, string> = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({
      dataDir: place.dataDir,
      settings: { ...settings, ...more },
      onProgress: (step) => void place.steps.push(step),
    });
    running.add(server);
    return server;
  }

  async function stop(server: EmbeddedPostgres): Promise<void> {
    running.delete(server);
    await server.stop();
  }

  return { place, running, start, stop };
}
