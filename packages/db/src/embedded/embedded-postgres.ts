import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { databaseName, ensureCluster, superuser } from './initdb.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { resolveInstallation, type Installation } from './installation.ts';
import { startServer, stopOrphanedServer, type PostgresServer } from './server-process.ts';

export interface EmbeddedPostgres {
  /** The address of the database `relato`, as its owner. It stays the same while the server runs. */
  readonly url: string;
  /** The id of the present server process. */
  readonly pid: number;
  /** Ends every connection, waits until the last byte is written and unlocks the data directory. */
  readonly stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The data directory, created if it is missing. */
  readonly dataDir: string;
  readonly onProgress?: (step: string) => void;
  /** Further settings of postgresql.conf. With `fsync: 'off'` a new cluster is created faster, but survives no power cut. */
  readonly settings?: Readonly<Record<string, string>>;
}

const maxAttempts = 10;
const retryMs = 500;

/**
 * Starts the embedded PostgreSQL on a free port of 127.0.0.1, and creates its data directory if there is none. Stops a
 * server that a killed parent left behind, so that two never run on the same data. Restarts a server that ends by itself,
 * on the same port. Throws EmbeddedPostgresError, also if another live process owns the data directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const { settings = {}, onProgress: reportProgress = () => {} } = options;
  await mkdir(dirname(dataDir), { recursive: true });
  const installation = await resolveInstallation(dataDir, reportProgress);
  await mkdir(dirname(installation.cluster), { recursive: true });
  const ownership = await lockDataDirectory(`${installation.cluster}.owner`, dataDir);
  try {
    await stopOrphanedServer(installation.cluster, reportProgress);
    const password = await ensureCluster(installation, settings.fsync !== 'off', reportProgress);
    const server = await keepRunning(installation, settings, reportProgress);
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
  installation: Installation,
  settings: Readonly<Record<string, string>>,
  reportProgress: (step: string) => void,
): Promise<Supervised> {
  let server = await startPatiently(installation, 0, settings);
  const { port } = server;
  const stopping = new AbortController();

  const supervise = async (): Promise<void> => {
    await server.ended;
    if (stopping.signal.aborted) return;
    reportProgress('the database stopped unexpectedly: restarting it');
    while (!stopping.signal.aborted) {
      try {
        server = await startServer(installation, port, settings);
        break;
      } catch {
        // The disk is full, or old sessions have not ended yet: connections are refused until a later attempt succeeds.
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

/** Starts a server. Retries if another program has taken the port first, or if a killed server or its sessions are still ending. */
export async function startPatiently(
  installation: Installation,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startServer(installation, port, settings);
    } catch (error) {
      const passes =
        error instanceof Error &&
        /TCP\/IP sockets|still in use|lock file .* already exists/.test(error.message);
      if (!passes || attempt === maxAttempts) throw error;
      await setTimeout(retryMs);
    }
  }
}
