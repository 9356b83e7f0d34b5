import { randomInt, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken, hashToken } from '@relato/auth';
import {
  applyMigrations,
  createDatabase,
  startEmbeddedPostgres,
  type Database,
  type EmbeddedPostgres,
} from '@relato/db';
import { findFreePort } from '@relato/testing/network/free-port';
import { startServerProcess, type ServerProcess } from '@relato/testing/server-process';
import type { Acknowledged, DrillUser } from './acknowledged.ts';
import { createDrillClient, type DrillClient } from './client.ts';
import { checkHistory, type Findings } from './check.ts';

export interface DrillWorld {
  readonly folder: string;
  readonly dataDir: string;
  readonly postgres: EmbeddedPostgres;
  /** A connection without a proxy. */
  readonly database: Database;
  readonly users: readonly DrillUser[];
  readonly administrator: DrillUser;
  /** Returns a user. Numbers past the last user begin again at the first. */
  readonly userAt: (n: number) => DrillUser;
  readonly client: DrillClient;
  /** Starts a server process that ends with the world, on the port of the world's url unless another is given. */
  readonly start: (variables?: NodeJS.ProcessEnv) => Promise<ServerProcess>;
  /** Sends SIGKILL and waits for the end. */
  readonly kill: (server: ServerProcess) => Promise<void>;
  /** Checks what the world's client was told, or the given history, in the world's database or in another one. */
  readonly check: (
    history?: readonly Acknowledged[],
    database?: Database,
    client?: DrillClient,
  ) => Promise<Findings>;
  readonly close: () => Promise<void>;
}

const open = new Set<DrillWorld>();
/** Enough users for the hourly limit of recordings of each. */
const usualUsers = 12;

interface DrillWorldOptions {
  readonly userCount?: number;
  readonly dataDir?: string;
  /** The folder of PostgreSQL's data. */
  readonly postgresDir?: string;
  /** The folder of the migrations to apply. */
  readonly migrationsDir?: string;
  /** The settings of PostgreSQL. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The server of each request of the client. By default the one that starts on the port of the world. */
  readonly url?: () => string;
  readonly pieceBytes?: number;
  /** The longest wait of the client for an answer. */
  readonly attemptMs?: number;
  /** Reads an object of the store. By default it is that on the disk. */
  readonly readObject?: (key: string) => Promise<Uint8Array>;
}

/** Starts a PostgreSQL of its own, as durable as that of an operator. */
export async function createDrillWorld({
  dataDir: given,
  postgresDir,
  migrationsDir,
  settings = {},
  url,
  readObject: givenReader,
  userCount = usualUsers,
  ...clientOptions
}: DrillWorldOptions = {}): Promise<DrillWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'relato-drill-'));
  await chmod(folder, 0o755);
  const { postgres, database } = await openDatabase(
    { dataDir: postgresDir ?? join(folder, 'postgres'), settings },
    migrationsDir,
  );
  const administrator = await addUser(database, 'administrator');
  const users = await Promise.all(Array.from({ length: userCount }, () => addUser(database)));
  const port = String(await findFreePort());
  const dataDir = given ?? join(folder, 'data');
  const readObject = givenReader ?? ((key: string) => readFile(join(dataDir, 'audio', key)));
  const client = createDrillClient(url ?? (() => `http://127.0.0.1:${port}`), clientOptions);
  const running = new Set<ServerProcess>();
  let isClosed = false;
  const kill = async (server: ServerProcess): Promise<void> => {
    server.process.kill('SIGKILL');
    await server.ended;
    running.delete(server);
  };
  const world: DrillWorld = {
    folder,
    dataDir,
    postgres,
    database,
    users,
    administrator,
    userAt: (n) => {
      const user = users[n % users.length];
      if (!user) throw new Error('There are no users');
      return user;
    },
    client,
    start: async (variables = {}) => {
      const server = await startServerProcess({
        DATA_DIR: dataDir,
        DATABASE_URL: postgres.url,
        PORT: port,
        TRUSTED_PROXY: '127.0.0.1',
        ...variables,
      });
      running.add(server);
      // A drill that was given up leaves nothing behind, whatever it still does in the background.
      if (isClosed) {
        await kill(server);
        throw new Error('The drill has ended');
      }
      return server;
    },
    kill,
    check: (history, other = database, asking = client) =>
      checkHistory({ database: other, readObject, client: asking, administrator }, history ?? asking.history),
    close: async () => {
      isClosed = true;
      await Promise.all([...running].map(kill));
      // A drill may have closed them before.
      await database.close().catch(() => {});
      await postgres.stop().catch(() => {});
      await rm(folder, { recursive: true, force: true });
      open.delete(world);
    },
  };
  open.add(world);
  return world;
}

async function openDatabase(
  options: Parameters<typeof startEmbeddedPostgres>[0],
  migrationsDir: string | undefined,
): Promise<{ readonly postgres: EmbeddedPostgres; readonly database: Database }> {
  const postgres = await startEmbeddedPostgres(options);
  try {
    await applyMigrations(postgres.url, migrationsDir);
    // The drill itself waits longer than the product, whose patience is under test.
    const database = await createDatabase({ url: postgres.url, statementTimeoutMs: 30_000 });
    return { postgres, database };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Ends the processes that given-up drills have started. */
export async function closeDrillWorlds(): Promise<void> {
  await Promise.all([...open].map((world) => world.close()));
}

async function addUser({ prisma }: Database, role: 'user' | 'administrator' = 'user'): Promise<DrillUser> {
  const [id, token] = [randomUUID(), createToken()];
  const username = `u_${id.slice(0, 13).replace('-', '')}`;
  await prisma.user.create({
    data: {
      id,
      role,
      email: `${username}@example.org`,
      emailVerifiedAt: new Date(),
      profile: { create: { username } },
      sessions: { create: { id: hashToken(token), expiresAt: new Date(Date.now() + 86_400_000) } },
    },
  });
  return { id, token, address: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` };
}
