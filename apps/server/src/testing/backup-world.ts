import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareJobQueue, type Viewer } from '@relato/api';
import { createTestWorld, type TestWorld } from '@relato/api/testing/world';
import { createEmptyDatabase } from '@relato/db/testing/database';
import { runBackupCommand } from '../backup/backup-commands.ts';
import { addStoredStory } from './stored-story.ts';

/** A database and a store with stories, and empty places for a restore. */
export interface BackupWorld {
  readonly world: TestWorld;
  readonly authors: readonly Viewer[];
  readonly folder: string;
  /** The settings of the world. */
  readonly variables: NodeJS.ProcessEnv;
  readonly addStory: (author: Viewer) => Promise<string>;
  /** Creates an empty place, which is deleted with the world. */
  readonly addPlace: () => Promise<Place>;
  readonly close: () => Promise<void>;
}

export interface Place {
  readonly url: string;
  readonly query: (text: string) => Promise<unknown[]>;
  readonly audioDir: string;
  readonly variables: NodeJS.ProcessEnv;
}

export async function createBackupWorld(): Promise<BackupWorld> {
  const world = await createTestWorld();
  await prepareJobQueue(world.database.url);
  const folder = await mkdtemp(join(tmpdir(), 'relato-backup-'));
  const authors = [await world.addUser('ana'), await world.addUser('berta')];
  const closers: (() => Promise<void>)[] = [];

  return {
    world,
    authors,
    folder,
    variables: { DATABASE_URL: world.database.url, DATA_DIR: join(world.audioDir, '..') },
    addStory: ({ id }) => addStoredStory(world.database, world.services.storage, id),
    addPlace: async () => {
      const database = await createEmptyDatabase();
      closers.push(database.close);
      const dataDir = await mkdtemp(join(folder, 'place-'));
      return {
        ...database,
        audioDir: join(dataDir, 'audio'),
        variables: { DATABASE_URL: database.url, DATA_DIR: dataDir },
      };
    },
    close: async () => {
      for (const close of closers) await close();
      await world.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Runs a command. Returns its exit code and output. */
export async function runBackup(
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  {
    signal = new AbortController().signal,
    show = () => {},
  }: { signal?: AbortSignal; show?: (text: string) => void } = {},
): Promise<{ readonly code: number; readonly text: string }> {
  const lines: string[] = [];
  const code = await runBackupCommand(args, {
    variables,
    cwd: '/',
    print: (line) => void lines.push(line),
    show,
    signal,
  });
  return { code, text: lines.join('\n') };
}
