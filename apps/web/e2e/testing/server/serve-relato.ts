import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, type Database } from '@relato/db';
import { readEmbeddedUrl } from '@relato/db/testing/embedded-url';
import { findFreePort } from '@relato/testing/network/free-port';
import { startFakeProviders } from '@relato/testing/oauth/providers';
import { startFakeAssemblyAI } from '@relato/testing/speech/assemblyai';
import { getHeardWords } from './fake-transcriber.ts';

const serverMain = fileURLToPath(new URL('../../../../server/src/main.ts', import.meta.url));

/** The address of this worker's server, and the folder of its data. */
export const served = { url: '', dataDir: '', outboxDir: '' };

let connection: Promise<Database> | null = null;

const doNothing = (): Promise<void> => Promise.resolve();
/** The process of that server. A test can kill it, and start it again with the same address and data. */
export const servedProcess = { kill: doNothing, start: doNothing };

/** Connects to the server's database, for data that HTTP cannot create, or only slowly. */
export function getServedDatabase(): Promise<Database> {
  connection ??= readEmbeddedUrl(join(served.dataDir, 'postgres')).then((url) =>
    // Longer timeouts than the product's, because browsers load the machine.
    createDatabase({ url, poolSize: 1, statementTimeoutMs: 120_000 }),
  );
  return connection;
}

/**
 * Starts the real server as `npm start` does, in its own folder, with local fakes of AssemblyAI, Google and Facebook.
 * Resolves with the function that stops it.
 */
export async function serveRelato(
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'relato-e2e-'));
  await chmod(dataDir, 0o755);
  const speech = await startFakeAssemblyAI({ pollsUntilDone: 1, hear: getHeardWords });
  const providers = await startFakeProviders();
  const { google, facebook } = providers.clients;
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    ASSEMBLYAI_API_KEY: speech.apiKey,
    ASSEMBLYAI_BASE_URL: speech.url,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_BASE_URL: providers.url,
    FACEBOOK_CLIENT_ID: facebook.clientId,
    FACEBOOK_CLIENT_SECRET: facebook.clientSecret,
    FACEBOOK_BASE_URL: providers.url,
    // Trusts the network that fixtures.ts gives each test.
    TRUSTED_PROXY: '127.0.0.1,::1',
    // Browsers load the machine, so a search that takes a quarter of a second must not fail.
    DATABASE_TIMEOUT_SECONDS: '30',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  let server: ChildProcess | null = null;
  servedProcess.start = async () => {
    server = spawn(process.execPath, [serverMain, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    await whenSaid(server, `Relato is at ${url}`);
  };
  const end = async (signal: NodeJS.Signals) => {
    await (await connection)?.close();
    connection = null;
    if (server) await whenEnded(server, signal);
  };
  // A regular end takes up to 20 s while a browser holds its connections.
  servedProcess.kill = () => end('SIGKILL');
  await servedProcess.start();
  served.url = url;
  served.dataDir = dataDir;
  served.outboxDir = join(dataDir, 'outbox');
  return async () => {
    await end('SIGTERM');
    await speech.stop();
    await providers.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

function whenSaid(server: ChildProcess, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (said.includes(line)) resolve();
    });
    server.once('exit', (code) => reject(new Error(`The server ended with ${code ?? 'a signal'}:\n${said}`)));
  });
}

function whenEnded(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  // Ctrl-C may already have ended the server.
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    server.removeAllListeners('exit');
    server.once('exit', () => resolve());
    server.kill(signal);
  });
}
