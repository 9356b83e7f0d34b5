import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase, createTestDatabase } from '@relato/db/testing/database';
import { createS3Storage } from '@relato/storage';
import { findFreePort } from '@relato/testing/network/free-port';
import { startStandInS3 } from '@relato/testing/s3/s3-server';
import { startServerProcess, type ServerProcess } from '@relato/testing/server-process';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readSettings } from './env.ts';
import { StartError, startServer } from './start.ts';

let folder: string;
let occupied: Server;
const launched: ServerProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-start-'));
  // PostgreSQL does not run as root. Its own user must be able to enter the folder.
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
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).not.toMatch(/secret|\n/u);
    expect(error).toHaveProperty('message', expect.stringMatching(message));
  });

  it('prints no stack and exits with code 1', async () => {
    const running = await launch({ PORT: String(portOf(occupied)), DATA_DIR: join(folder, 'none') });
    expect(await running.ended).toBe(1);
    expect(running.output()).toMatch(/^Port \d+ is taken\.[^\n]*\n$/u);
    const wrong = await launch({ PORT: 'x', ROLE: 'x' });
    expect(await wrong.ended).toBe(1);
    expect(wrong.output()).toBe('PORT must be a port number.\nROLE must be all, web or worker.\n');
  });
});

it('a server starts on an existing database, answers, and stops', async () => {
  const port = await findFreePort();
  const variables = {
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'silent',
    DATABASE_URL: inject('clusterUrl'),
    DATABASE_TIMEOUT_SECONDS: '30',
    DATA_DIR: join(folder, 'external'),
    LOCAL_SPEECH: 'off',
  };
  const lines: string[] = [];
  const server = await startServer(readSettings(variables, folder), {
    demo: false,
    print: (line) => void lines.push(line),
  });
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  expect(lines.join('\n')).toContain(server.url);
  await server.stop();
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow('fetch failed');
});

it('a server starts without a store that it has used before, and fails if that turns out to be another one', async () => {
  const store = await startStandInS3();
  const [database, unused] = [await createTestDatabase(), await createEmptyDatabase()];
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
    await (await start()).server.stop();
    store.state.isBusy = true;
    const { server, read } = await start();
    expect(lines.join('\n')).toMatch(/^· The store at \S+ does not work: \S+.* Starting without it/m);
    expect(await (await read('/readyz')).text()).toBe('ok, without the store');
    expect((await read('/trpc/settings.public')).status).toBe(200);
    await server.stop();
    await expect(start({ DATABASE_URL: unused.url })).rejects.toThrow(
      /^The store at \S+ does not work: [^\n]+$/,
    );
    store.state.isBusy = false;
    await storage.writeMark('of another database');
    store.state.isBusy = true;
    const wrong = await start({}, 1);
    store.state.isBusy = false;
    const reason = await wrong.server.failed;
    await wrong.server.stop();
    expect(reason).toBeInstanceOf(StartError);
    expect(String(reason)).toMatch(/The bucket \S+ at \S+ has the recordings of another database\. [^\n]+$/);
    await expect(start({ S3_SECRET_ACCESS_KEY: 'otro' })).rejects.toThrow(/Set S3_SECRET_ACCESS_KEY/);
  } finally {
    await Promise.all([storage.close(), store.stop(), database.close(), unused.close()]);
  }
});

describe('the server process', () => {
  it('stops cleanly at SIGINT and SIGTERM, survives kill -9, and leaves no database running', async () => {
    const dataDir = join(folder, 'embedded');
    const first = await launch({ DATA_DIR: dataDir });
    await first.ready();
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    first.process.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');

    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const next = await launch({ DATA_DIR: dataDir, DRAIN_SECONDS: '0.1' });
      await next.ready();
      expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
      // As browsers do ahead of a request.
      const unused = connect(Number(new URL(next.url).port), '127.0.0.1').on('error', () => {});
      await once(unused, 'connect');
      const startedAt = performance.now();
      next.process.kill(signal);
      expect(await next.ended).toBe(0);
      // The unused connection would stay for 75 seconds.
      expect(performance.now() - startedAt).toBeLessThan(30_000);
    }
    expect(await listPostgresPids(dataDir)).toEqual([]);
    const left = await readdir(dataDir, { recursive: true });
    expect(left.filter((name) => /postmaster\.pid$|\.owner$/u.test(name))).toEqual([]);
  });

  it('says that it stops before it does, and a worker says so on a port of its own', async () => {
    const shared = { DATABASE_URL: inject('clusterUrl'), DRAIN_SECONDS: '15' };
    const [metricsPort, webMetricsPort] = [await findFreePort(), await findFreePort()];
    const web = await launch({
      ...shared,
      DATA_DIR: join(folder, 'external'),
      ROLE: 'web',
      METRICS_PORT: String(webMetricsPort),
    });
    const worker = await launch({
      ...shared,
      DATA_DIR: join(folder, 'external'),
      ROLE: 'worker',
      METRICS_PORT: String(metricsPort),
    });
    await web.ready();
    for (const url of [web.url, `http://127.0.0.1:${webMetricsPort}`])
      await expect.poll(async () => (await fetch(`${url}/metrics`)).text()).toContain('relato_database_up 1');
    const probe = (path: string) => fetch(`http://127.0.0.1:${metricsPort}${path}`);
    await expect.poll(() => probe('/readyz').then(({ status }) => status, String)).toBe(200);
    await expect
      .poll(async () => (await probe('/metrics')).text())
      .toContain('relato_jobs{queue="send-mail",state="due"}');
    expect((await probe('/trpc/stories.feed')).status).toBe(404);

    expect((await fetch(`${web.url}/readyz`)).headers.get('connection')).not.toBe('close');
    web.process.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${web.url}/readyz`)).status, { interval: 20 }).toBe(503);
    const answer = await fetch(`${web.url}/trpc/settings.public`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    // The rest of the fifteen seconds, which leave a busy machine the time to ask, is not waited for.
    web.process.kill('SIGKILL');
    await worker.stop();
  });

  it('leaves no database running if it is stopped during its start', async () => {
    const dataDir = join(folder, 'interrupted');
    const running = await launch({ DATA_DIR: dataDir });
    await expect.poll(() => listPostgresPids(dataDir), { interval: 20 }).not.toEqual([]);
    running.process.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(running.output()).not.toContain('Relato is at');
    expect(await listPostgresPids(dataDir)).toEqual([]);
  });
});
