import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestWorld, type TestWorld } from '@relato/api/testing/world';
import type { Role, SessionUser, StoryId } from '@relato/contract';
import { findFreePort } from '@relato/testing/free-port';
import { createAdminClient, type AdminClient } from '../client.ts';

const serverMain = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

export interface Account {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly user: SessionUser;
}

export interface ServedWorld extends TestWorld {
  readonly url: string;
  /** The server's own folder: its mails and audio are the world's. */
  readonly dataDir: string;
  /** Somebody who confirmed their address. */
  readonly signUp: (username: string, role?: Role) => Promise<Account>;
  /** Calls procedures over HTTP, as the app does. */
  readonly callOverHttp: (account: Account | null) => Promise<AdminClient>;
  /** A published story with audio. */
  readonly tell: (author: Account, title: string) => Promise<StoryId>;
}

/** The server as it is run, in a process of its own, on a world of the tests. */
export async function createServedWorld(): Promise<ServedWorld> {
  const world = await createTestWorld();
  const dataDir = dirname(world.audioDir);
  const port = await findFreePort();
  const server = spawn(process.execPath, [serverMain], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      ROLE: 'web',
      DATA_DIR: dataDir,
      DATABASE_URL: world.database.url,
      // Nobody is at this address, and nobody works off the jobs.
      SPEECH_PROVIDER: 'assemblyai',
      ASSEMBLYAI_API_KEY: 'x',
      ASSEMBLYAI_BASE_URL: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    await end(server);
    await world.close();
  };
  try {
    await untilReady(server);
  } catch (error) {
    await close();
    throw error;
  }

  async function signUp(username: string, role: Role = 'user'): Promise<Account> {
    const account = { username, email: `${username}@example.org`, password: 'tortuga-azul-7' };
    await world.visitor.account.signUp(account);
    const link = (await world.readMails()).findLast(({ to }) => to === account.email)?.link ?? '';
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
    await world.visitor.account.verifyEmail({ token });
    const { id } = await world.database.prisma.user.update({
      where: { email: account.email },
      data: { role },
    });
    const { user } = await world.visitor.account.signIn(account);
    return { ...account, user: { ...user, id: id as SessionUser['id'] } }; // a row's id is a plain string
  }

  async function callOverHttp(account: Account | null): Promise<AdminClient> {
    const visitor = createAdminClient({ url, token: null });
    if (!account) return visitor;
    const { token } = await visitor.account.signIn.mutate(account);
    return createAdminClient({ url, token });
  }

  async function tell({ user }: Account, title: string): Promise<StoryId> {
    const recordingId = await world.record(user);
    const { stories } = world.callAs(user);
    const { id } = await stories.create({ recordingId, title });
    await stories.publish({ id });
    return id;
  }

  return { ...world, url, dataDir, signUp, callOverHttp, tell, close };
}

function untilReady(server: ChildProcess): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    server.once('close', () => reject(new Error(`The server ended: ${text}`)));
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on('data', (chunk) => {
        text += String(chunk);
        if (text.includes('Relato is at')) resolve();
      });
    }
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'close');
}
