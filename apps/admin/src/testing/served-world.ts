import { dirname } from 'node:path';
import { createTestWorld, type TestWorld } from '@relato/api/testing/world';
import { startServerProcess } from '@relato/testing/server-process';

export interface ServedWorld extends TestWorld {
  readonly url: string;
}

/** Starts the server in a process of its own, with the database and the folder of a test world. */
export async function createServedWorld(): Promise<ServedWorld> {
  const world = await createTestWorld();
  const server = await startServerProcess({
    ROLE: 'web',
    DATA_DIR: dirname(world.audioDir),
    DATABASE_URL: world.database.url,
    DATABASE_TIMEOUT_SECONDS: '30',
    // No worker runs the jobs, so this transcriber is never called.
    SPEECH_PROVIDER: 'assemblyai',
    ASSEMBLYAI_API_KEY: 'x',
    ASSEMBLYAI_BASE_URL: 'http://127.0.0.1:9',
  });
  const close = async (): Promise<void> => {
    await server.stop();
    await world.close();
  };
  try {
    await server.ready();
  } catch (error) {
    await close();
    throw error;
  }
  return { ...world, url: server.url, close };
}
