import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { databaseName, ensureCluster, superuser } from './initdb.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { createDiskReserve } from './disk-reserve.ts';
import { resolveInstallation } from './installation.ts';
import { keepRunning } from './keep-running.ts';
import { stopOrphanedServer } from './server-process.ts';

export interface EmbeddedPostgres {
  /** The address of the database `relato` as its owner. It does not change while the server runs. */
  readonly url: string;
  /** The id of the present server process. */
  readonly pid: number;
  /** Ends every connection, waits for the last write and unlocks the data directory. */
  readonly stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The data directory, which is created if it is missing. */
  readonly dataDir: string;
  readonly onProgress?: (step: string) => void;
  /**
   * Further settings of postgresql.conf. With `fsync: 'off'`, a new cluster is created faster, but does not survive a power
   * cut.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether to keep space on the disk for the recovery. */
  readonly hasReserve?: boolean;
  /** Ends the start. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts the embedded PostgreSQL on a free port of 127.0.0.1, and creates its data directory if it is missing. Stops a
 * server that a killed parent left behind, so that two never run on the same data. Restarts a server that ends by itself or
 * whose recovery is stuck, on the same port. Throws EmbeddedPostgresError, also if another live process owns the data
 * directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const { settings = {}, onProgress: reportProgress = () => {}, hasReserve = false, signal } = options;
  await mkdir(dirname(dataDir), { recursive: true });
  const installation = await resolveInstallation(dataDir, reportProgress);
  await mkdir(dirname(installation.cluster), { recursive: true });
  const reserve = createDiskReserve(`${installation.cluster}.reserve`);
  // A full disk would prevent writing the lock as well.
  await reserve.release();
  const ownership = await lockDataDirectory(`${installation.cluster}.owner`, dataDir);
  try {
    await stopOrphanedServer(installation.cluster, reportProgress);
    const password = await ensureCluster(installation, settings.fsync !== 'off', reportProgress);
    const toUrl = (port: number, database: string): string =>
      `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
    const server = await keepRunning(installation, settings, {
      reserve,
      hasReserve,
      reportProgress,
      signal,
      // Checks connect to another database than the app's, because copying or renaming a database requires that nobody is
      // connected.
      toCheckUrl: (port) => toUrl(port, superuser),
    });
    return {
      url: toUrl(server.port, databaseName),
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
