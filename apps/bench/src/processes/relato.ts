import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findEmbeddedPostgres } from '@relato/db';
import { findFreePort } from '@relato/testing/network/free-port';
import { Pool } from 'pg';
import { startChild } from './child.ts';
import { readCpuMs, readMemoryMb, readParent } from './usage.ts';

const serverMain = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

/** The flags of `npm start`, from the command of the benchmark. */
const serverFlags = process.env.BENCH_SERVER_FLAGS?.split(' ').filter((flag) => flag !== '') ?? [];

/** The built server with its embedded database, like `npm start`. */
export interface Relato {
  readonly origin: string;
  readonly databaseUrl: string;
  /** The CPU time so far in milliseconds, or null if it is unreadable. */
  readonly readCpu: () => number | null;
  readonly readDatabaseCpu: () => number | null;
  readonly readMemory: () => number | null;
  /** Runs one statement as the owner of the database. */
  readonly query: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  readonly stop: () => Promise<void>;
}

export async function startRelato(dataDir: string, variables: NodeJS.ProcessEnv = {}): Promise<Relato> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = await startChild({
    name: 'Relato',
    command: process.execPath,
    args: [...serverFlags, serverMain],
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      // The load comes from many networks, because the limits count by network.
      TRUSTED_PROXY: '127.0.0.1',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...variables,
    },
    ready: /Relato is at/,
  });
  const databaseUrl = await findEmbeddedPostgres(join(dataDir, 'postgres'));
  if (databaseUrl === null) throw new Error(`No PostgreSQL runs in ${dataDir}`);
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => {});
  const query = async <Row extends object>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> => (await pool.query<Row>(text, [...values])).rows;
  // The parent of each connection's process is the database.
  const [backend] = await query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = readParent(backend?.pid ?? 0);
  return {
    origin,
    databaseUrl,
    readCpu: () => readCpuMs(child.pid, postmaster),
    readDatabaseCpu: () => (postmaster === null ? null : readCpuMs(postmaster)),
    readMemory: () => readMemoryMb(child.pid),
    query,
    stop: async () => {
      await pool.end();
      await child.stop();
    },
  };
}
