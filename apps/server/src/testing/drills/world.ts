import { randomInt, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
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
import { findFreePort } from '@relato/testing/free-port';
import { startServerProcess, type ServerProcess } from '@relato/testing/server-process';
import { createDrillClient, type DrillClient, type DrillUser } from './client.ts';
import { checkHistory, type Findings } from './check.ts';

export interface DrillWorld {
  readonly folder: string;
  readonly dataDir: string;
  readonly postgres: EmbeddedPostgres;
  /** A connection that no proxy stands before. */
  readonly database: Database;
  readonly users: readonly DrillUser[];
  /** Goes round the users. */
  readonly userAt: (n: number) => DrillUser;
  readonly client: DrillClient;
  /** Starts a server process that ends with the world, on the port of the world's url unless another is given. */
  readonly start: (variables?: NodeJS.ProcessEnv) => Promise<ServerProcess>;
  /** Sends SIGKILL and waits for the end. */
  readonly kill: (server: ServerProcess) => Promise<void>;
  readonly check: () => Promise<Findings>;
  readonly close: () => Promise<void>;
}

const open = new Set<DrillWorld>();
/** Many enough for the hourly limit of recordings of each. */
const userCount = 12;

/** Starts a PostgreSQL of its own, as durable as that of an operator. */
export async function createDrillWorld({
  dataDir: given,
}: { readonly dataDir?: string } = {}): Promise<DrillWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'relato-drill-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  await applyMigrations(postgres.url);
  const database = await createDatabase({ url: postgres.url });
  const administrator = await addUser(database, 'administrator');
  const users = await Promise.all(Array.from({ length: userCount }, () => addUser(database)));
  const port = String(await findFreePort());
  const dataDir = given ?? join(folder, 'data');
  const client = createDrillClient(() => `http://127.0.0.1:${port}`);
  const running = new Set<ServerProcess>();
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
      return server;
    },
    kill,
    check: () => checkHistory({ database, audioDir: join(dataDir, 'audio'), client, administrator }),
    close: async () => {
      await Promise.all([...running].map(kill));
      await database.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
      open.delete(world);
    },
  };
  open.add(world);
  return world;
}

/** Ends what drills have started that are given up. */
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
