import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OperatorError } from '@relato/contract/operator-error';
import { createDatabase, findEmbeddedPostgres } from '@relato/db';
import { createTestDatabase } from '@relato/db/testing/database';
import { createUser } from '@relato/db/testing/factories';
import { createS3Storage } from '@relato/storage';
import { bareEnvironment } from '@relato/testing/bare-environment';
import { findFreePort } from '@relato/testing/network/free-port';
import { startStandInS3 } from '@relato/testing/s3/s3-server';
import { startServerProcess, type ServerProcess } from '@relato/testing/server-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from './env.ts';
import { runMakeAdministrator } from './make-administrator-command.ts';
import { startServer } from './start.ts';

const run = promisify(execFile);
const makeAdministratorScript = fileURLToPath(new URL('../make-administrator.ts', import.meta.url));

let folder: string;
let occupied: Server;
const launched: ServerProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-start-'));
  // PostgreSQL does not run as root, so its own user must be able to enter the folder.
  await chmod(folder, 0o755);
  occupied = createServer().listen(0, '127.0.0.1');
  await once(occupied, 'listening');
});
afterAll(async () => {
  occupied.close();
  // A failed test leaves its process running.
  for (const server of launched) server.process.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Starts the process, which ends with the tests. */
async function launch(variables: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const server = await startServerProcess({ DATABASE_TIMEOUT_SECONDS: '30', ...variables });
  launched.push(server);
  return server;
}

async function listPostgresPids(dataDir: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const lines = await Promise.all(
    pids.map(async (pid) => [pid, await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')] as const),
  );
  return lines.filter(([, line]) => line.includes('postgres') && line.includes(dataDir)).map(([pid]) => pid);
}

const start = (variables: NodeJS.ProcessEnv) =>
  startServer(
    readSettings(
      { HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'none'), LOCAL_SPEECH: 'off', ...variables },
      folder,
    ),
    {
      demo: false,
      print: () => {},
    },
  );

describe('a start that fails', () => {
  it.each<[string, () => NodeJS.ProcessEnv, RegExp]>([
    [
      'a port that is taken',
      () => ({ PORT: String(portOf(occupied)) }),
      /^Port \d+ is taken\. Set PORT to another one, for example: PORT=\d+ npm start$/u,
    ],
    [
      'a port of the metrics that is taken',
      () => ({ METRICS_PORT: String(portOf(occupied)) }),
      /^Port \d+ is taken\. Set METRICS_PORT to another one/u,
    ],
    [
      'one port for both',
      () => ({ PORT: '4999', METRICS_PORT: '4999' }),
      /^PORT and METRICS_PORT are both 4999\. Set METRICS_PORT/u,
    ],
    [
      'a folder that cannot be made',
      () => ({ DATA_DIR: '/dev/null/relato' }),
      /^Cannot make the folder \/dev\/null\/relato \(ENOTDIR\)\. .*DATA_DIR/u,
    ],
    [
      'an address of another machine',
      () => ({ HOST: '192.0.2.1' }),
      /^Cannot listen on 192\.0\.2\.1:0 .*HOST/u,
    ],
    [
      'a transcriber without its key',
      () => ({ SPEECH_PROVIDER: 'assemblyai' }),
      /^ASSEMBLYAI_API_KEY is not set/u,
    ],
    ['an invalid sender address', () => ({ MAIL_FROM: 'nobody' }), /MAIL_FROM/u],
    [
      'an unreachable database',
      () => ({ DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/relato' }),
      /^Cannot reach the database relato at 127\.0\.0\.1:1 .*DATABASE_URL/u,
    ],
  ])('says in one line what to change: %s', async (_case, variables, message) => {
    const error: unknown = await start(variables()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OperatorError);
    expect(String(error)).not.toMatch(/secret|\n/u);
    expect(error).toHaveProperty('message', expect.stringMatching(message));
  });

  it('prints no stack and exits with code 1', async () => {
    const running = await launch({ PORT: String(portOf(occupied)), DATA_DIR: join(folder, 'none') });
    expect(await running.ended).toBe(1);
    expect(running.output()).toMatch(/^Port \d+ is taken\.[^\n]*\n$/u);
  });
});

it('a server starts while its store is away, and fails if the store turns out to belong to another database', async () => {
  const store = await startStandInS3();
  const [database, unused] = [await createTestDatabase(), await createTestDatabase()];
  const { keys, bucket, url: endpoint } = store;
  const storage = createS3Storage({ ...keys, endpoint, bucket, forcePathStyle: true });
  const variables = {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    LOCAL_SPEECH: 'off',
    DATABASE_TIMEOUT_SECONDS: '30',
    STORAGE: 's3',
    S3_ENDPOINT: endpoint,
    S3_REGION: keys.region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const start = async (more: NodeJS.ProcessEnv = {}, storeCheckMs = 30_000) => {
    const port = String(await findFreePort());
    const own = { DATABASE_URL: database.url, DATA_DIR: join(folder, 's3'), PORT: port };
    const settings = readSettings({ ...variables, ...own, ...more }, folder);
    const server = await startServer(settings, { demo: false, print, storeCheckMs });
    return { server, read: async (path: string) => fetch(`http://127.0.0.1:${port}${path}`) };
  };
  try {
    const usual = await start();
    expect(await (await usual.read('/readyz')).text()).toBe('ok');
    expect(lines.join('\n')).toContain(usual.server.url);
    await usual.server.stop();
    await expect(usual.read('/livez')).rejects.toThrow('fetch failed');
    await storage.writeMark('of another database');
    store.state.isBusy = true;
    await expect(start({ DATABASE_URL: unused.url })).rejects.toThrow(
      /^The store at \S+ does not work: [^\n]+$/,
    );
    const { server, read } = await start({}, 1);
    expect(lines.join('\n')).toMatch(/^· The store at \S+ does not work: \S+.* Starting without it/m);
    expect(await (await read('/readyz')).text()).toBe('ok, without the store');
    expect((await read('/trpc/settings.public')).status).toBe(200);
    store.state.isBusy = false;
    const reason = await server.failed;
    await server.stop();
    expect(reason).toBeInstanceOf(OperatorError);
    expect(String(reason)).toMatch(/The bucket \S+ at \S+ has the recordings of another database\. [^\n]+$/);
    await expect(start({ S3_SECRET_ACCESS_KEY: 'otro' })).rejects.toThrow(/Set S3_SECRET_ACCESS_KEY/);
  } finally {
    await Promise.all([storage.close(), store.stop(), database.close(), unused.close()]);
  }
});

describe('the server process', () => {
  let dataDir: string;
  let running: ServerProcess;
  beforeAll(async () => {
    dataDir = join(folder, 'embedded');
    running = await launch({ DATA_DIR: dataDir, DRAIN_SECONDS: '0.1' });
    await running.ready();
  });

  const email = 'ana@example.org';
  const variables = () => ({ DATABASE_TIMEOUT_SECONDS: '30', DATA_DIR: dataDir });

  it('shares its database with a command', async () => {
    const url = await findEmbeddedPostgres(join(dataDir, 'postgres'));
    const database = await createDatabase({ url: url ?? '', poolSize: 1, statementTimeoutMs: 30_000 });
    const id = await createUser(database.prisma, { email });
    await runMakeAdministrator([email], {
      variables: variables(),
      cwd: '/',
      print: () => {},
      show: () => {},
      signal: new AbortController().signal,
    });
    const { role } = await database.prisma.user.findUniqueOrThrow({ where: { id } });
    expect(role).toBe('administrator');
    await database.close();
  });

  it('stops cleanly, and leaves no database running', async () => {
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
    // Browsers also open connections ahead of a request.
    const unused = connect(Number(new URL(running.url).port), '127.0.0.1').on('error', () => {});
    await once(unused, 'connect');
    const startedAt = performance.now();
    running.process.kill('SIGINT');
    expect(await running.ended).toBe(0);
    // The unused connection would stay for 75 seconds.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    await expectNoDatabase();
  });

  it('leaves no database running if it is stopped during its start', async () => {
    const starting = await launch({ DATA_DIR: dataDir });
    await expect.poll(() => listPostgresPids(dataDir), { interval: 20 }).not.toEqual([]);
    starting.process.kill('SIGTERM');
    expect(await starting.ended).toBe(0);
    expect(starting.output()).not.toContain('Relato is at');
    await expectNoDatabase();
  });

  it('leaves its database to a command while it does not run', async () => {
    const env = bareEnvironment(variables());
    const { stdout } = await run(process.execPath, [makeAdministratorScript, email], { env });
    expect(stdout).toContain('already');
    await expectNoDatabase();
  });

  async function expectNoDatabase(): Promise<void> {
    expect(await listPostgresPids(dataDir)).toEqual([]);
    const left = await readdir(dataDir, { recursive: true });
    expect(left.filter((name) => /postmaster\.pid$|\.owner$/u.test(name))).toEqual([]);
  }
});

it('REL-25: two processes log their stop, show figures on ports of their own, and log a job under the id of its request', async () => {
  const database = await createTestDatabase();
  const [workerPort, webPort] = [String(await findFreePort()), String(await findFreePort())];
  const shared = {
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'external'),
    DRAIN_SECONDS: '15',
    LOG_LEVEL: 'info',
    // No process listens on this port.
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  const web = await launch({ ...shared, ROLE: 'web', METRICS_PORT: webPort });
  const worker = await launch({ ...shared, ROLE: 'worker', METRICS_PORT: workerPort });
  await web.ready();
  for (const url of [web.url, `http://127.0.0.1:${webPort}`])
    await expect.poll(async () => (await fetch(`${url}/metrics`)).text()).toContain('relato_database_up 1');
  const probe = (path: string) => fetch(`http://127.0.0.1:${workerPort}${path}`);
  await expect.poll(() => probe('/readyz').then(({ status }) => status, String)).toBe(200);
  await expect
    .poll(async () => (await probe('/metrics')).text())
    .toContain('relato_jobs{queue="send-mail",state="due"}');
  expect((await probe('/trpc/stories.feed')).status).toBe(404);

  const email = 'olvidadiza@example.org';
  await createUser(database.prisma, { email });
  const asked = await fetch(`${web.url}/trpc/account.requestPasswordReset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: { email } }),
  });
  const requestId = asked.headers.get('x-request-id') ?? 'none';
  const linesOf = ({ output }: ServerProcess): unknown[] =>
    output()
      .split('\n')
      .flatMap((line) => (line.startsWith('{') && line.includes(requestId) ? [JSON.parse(line)] : []));
  // The job is tried again after its first failure.
  await expect.poll(() => linesOf(worker).length).toBeGreaterThanOrEqual(2);
  expect(linesOf(web)).toMatchObject([{ path: '/trpc/account.requestPasswordReset', status: 200 }]);
  expect(linesOf(worker).slice(0, 2)).toMatchObject([
    { err: { message: expect.stringMatching(/^job send-mail .* failed$/u), cause: { type: 'MailError' } } },
    { job: 'send-mail', outcome: 'failed' },
  ]);

  expect((await fetch(`${web.url}/readyz`)).headers.get('connection')).not.toBe('close');
  web.process.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${web.url}/readyz`)).status, { interval: 20 }).toBe(503);
  const answer = await fetch(`${web.url}/trpc/settings.public`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  // Killing the process skips the rest of its fifteen seconds of draining.
  web.process.kill('SIGKILL');
  await Promise.all([web.ended, worker.stop()]);
  await database.close();
});
