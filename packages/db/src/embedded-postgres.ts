import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { databaseName, ensureCluster, superuser } from './cluster-init.ts';
import { claimOwnership } from './cluster-owner.ts';
import { choosePlaces, type Places } from './cluster-places.ts';
import { startServer, stopLeftBehind, type PostgresServer } from './postgres-server.ts';

export interface EmbeddedPostgres {
  /** Of the database `relato`, which exists, as its owner. The same for as long as it runs. */
  readonly url: string;
  /** Of the server process now. */
  readonly pid: number;
  /** Ends every connection, waits until the last byte is written and lets go of the data. */
  readonly stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster's own folder; made when it is missing. */
  readonly dataDir: string;
  readonly onProgress?: (step: string) => void;
  /** Further settings of postgresql.conf. `fsync: 'off'` also makes a new cluster faster, and no power cut survivable. */
  readonly settings?: Readonly<Record<string, string>>;
}

const maxAttempts = 10;
const retryMs = 500;

/**
 * Starts a real PostgreSQL of our own on a free port of 127.0.0.1, making its cluster first if there is none. One left
 * behind by a killed parent is stopped first: there is never a second one on the same data. One that ends by itself is
 * started again on the same port. Throws an EmbeddedPostgresError, also when a living process owns the data.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const { settings = {}, onProgress: say = () => {} } = options;
  await mkdir(dirname(dataDir), { recursive: true });
  const places = await choosePlaces(dataDir, say);
  await mkdir(dirname(places.cluster), { recursive: true });
  const ownership = await claimOwnership(`${places.cluster}.owner`, dataDir);
  try {
    await stopLeftBehind(places.cluster, say);
    const password = await ensureCluster(places, settings.fsync !== 'off', say);
    const server = await keepRunning(places, settings, say);
    return {
      url: `postgres://${superuser}:${password}@127.0.0.1:${server.port}/${databaseName}?sslmode=disable`,
      get pid() {
        return server.pid();
      },
      stop: async () => {
        await server.stop();
        await ownership.release();
      },
    };
  } catch (error) {
    await ownership.release();
    throw error;
  }
}

interface Supervised {
  readonly port: number;
  readonly pid: () => number;
  readonly stop: () => Promise<void>;
}

async function keepRunning(
  places: Places,
  settings: Readonly<Record<string, string>>,
  say: (step: string) => void,
): Promise<Supervised> {
  let server = await startFirst(places, settings);
  const { port } = server;
  const stopping = new AbortController();

  const supervise = async (): Promise<void> => {
    await server.ended;
    if (stopping.signal.aborted) return;
    say('the database ended by itself: starting it again');
    while (!stopping.signal.aborted) {
      try {
        server = await startServer(places, port, settings);
        break;
      } catch {
        // A full disk, or sessions that have not noticed yet: whoever asks meets a refused connection until it passes.
        await setTimeout(retryMs);
      }
    }
    if (stopping.signal.aborted) return server.stop();
    return supervise();
  };
  const supervision = supervise();

  return {
    port,
    pid: () => server.pid,
    stop: async () => {
      stopping.abort();
      await server.stop();
      await supervision;
    },
  };
}

/** Once more when another program was quicker to take the port, or when sessions of a killed server linger. */
async function startFirst(
  places: Places,
  settings: Readonly<Record<string, string>>,
): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startServer(places, 0, settings);
    } catch (error) {
      const passes = error instanceof Error && /TCP\/IP sockets|still in use/.test(error.message);
      if (!passes || attempt === maxAttempts) throw error;
      await setTimeout(retryMs);
    }
  }
}
