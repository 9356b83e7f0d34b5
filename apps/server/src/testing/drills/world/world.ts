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
import type { DrillResult } from '@relato/testing/drill-result';
import { findFreePort } from '@relato/testing/network/free-port';
import { startServerProcess, type ServerProcess } from '@relato/testing/server-process';
import type { Acknowledged, DrillUser } from './acknowledged.ts';
import { createDrillClient, type DrillClient } from './client.ts';
import { checkHistory } from './check.ts';

export type DrillWorld = Awaited<ReturnType<typeof createDrillWorld>>;

const open = new Set<{ readonly close: () => Promise<void> }>();
/** Enough users to stay below the hourly limit of recordings. */
const usualUsers = 12;

export interface DrillWorldOptions {
  readonly userCount?: number;
  readonly dataDir?: string;
  /** The folder of the data of PostgreSQL. */
  readonly postgresDir?: string;
  /** A migrated database instead of a PostgreSQL of its own. The world stops it. */
  readonly postgres?: EmbeddedPostgres;
}

/**
 * The findings of a drill. By default, the changes that the client of the world was acknowledged are checked in the database
 * of the world.
 */
interface Found extends Pick<DrillResult, 'fault' | 'tries'> {
  readonly recoveriesMs?: readonly number[];
  readonly problems?: readonly string[];
  readonly database?: Database;
  readonly client?: DrillClient;
  readonly history?: readonly Acknowledged[];
}

/** Runs a drill in a world, and closes the world afterwards. */
export async function inDrillWorld<Result>(
  work: (world: DrillWorld) => Promise<Result>,
  options: DrillWorldOptions = {},
): Promise<Result> {
  const world = await createDrillWorld(options);
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

/** Starts a PostgreSQL of its own by default, as durable as that of an operator. */
async function createDrillWorld(options: DrillWorldOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'relato-drill-'));
  await chmod(folder, 0o755);
  const postgresDir = options.postgresDir ?? join(folder, 'postgres');
  const postgres = options.postgres ?? (await startEmbeddedPostgres({ dataDir: postgresDir }));
  await applyMigrations(postgres.url);
  // The drill waits longer than the product, whose timeouts are under test.
  const database = await createDatabase({ url: postgres.url, statementTimeoutMs: 30_000 });
  const administrator = await addUser(database, 'administrator');
  const users: DrillUser[] = [];
  for (let n = 0; n < (options.userCount ?? usualUsers); n += 1) users.push(await addUser(database));
  const port = String(await findFreePort());
  const dataDir = options.dataDir ?? join(folder, 'data');
  const url = `http://127.0.0.1:${port}`;
  const client = createDrillClient(() => url);
  const running = new Set<ServerProcess>();
  let isClosed = false;

  /** Starts a server process that ends with the world. The default port is that of the client of the world. */
  async function start(variables: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const own = { DATA_DIR: dataDir, DATABASE_URL: postgres.url, PORT: port, TRUSTED_PROXY: '127.0.0.1' };
    const server = await startServerProcess({ ...own, ...variables });
    running.add(server);
    // An abandoned drill may still start servers in the background, which must end at once.
    if (isClosed) {
      await kill(server);
      throw new Error('The drill has ended');
    }
    return server;
  }
  /** Sends SIGKILL and waits for the end. */
  async function kill(server: ServerProcess): Promise<void> {
    server.process.kill('SIGKILL');
    await server.ended;
    running.delete(server);
  }

  const world = {
    folder,
    dataDir,
    postgres,
    /** A connection without the proxy. */
    database,
    users,
    administrator,
    /** Returns a user. Numbers past the last user start again at the first. */
    userAt: (n: number): DrillUser => {
      const user = users[n % users.length];
      if (!user) throw new Error('There are no users');
      return user;
    },
    /** The address of the client of the world. */
    url,
    client,
    start,
    /** Starts a server and waits until it answers. */
    serve: async (variables?: NodeJS.ProcessEnv): Promise<ServerProcess> => {
      const server = await start(variables);
      await server.ready();
      return server;
    },
    kill,
    /** Checks the acknowledged changes. Returns the result of the drill. */
    report: async (found: Found): Promise<DrillResult> => {
      const { fault, tries, recoveriesMs = [], problems = [], client: asking = client } = found;
      const place = {
        database: found.database ?? database,
        readObject: (key: string) => readFile(join(dataDir, 'audio', key)),
        change: asking.change,
      };
      const checked = await checkHistory(
        place,
        { client: asking, administrator },
        found.history ?? asking.history,
      );
      return { fault, tries, recoveriesMs, ...checked, problems: [...problems, ...checked.problems] };
    },
    close: async (): Promise<void> => {
      isClosed = true;
      await Promise.all([...running].map(kill));
      // The drill may have closed these before.
      await database.close().catch(() => {});
      await postgres.stop().catch(() => {});
      await rm(folder, { recursive: true, force: true });
      open.delete(world);
    },
  };
  open.add(world);
  return world;
}

/** Ends the processes of abandoned drills. */
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
      voicesAgreedAt: new Date(),
      profile: { create: { username } },
      sessions: { create: { id: hashToken(token), expiresAt: new Date(Date.now() + 86_400_000) } },
    },
  });
  return { id, token, address: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` };
}
