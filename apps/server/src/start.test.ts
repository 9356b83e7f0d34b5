import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@relato/testing/free-port';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readSettings } from './env.ts';
import { StartError, startServer } from './start.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

let folder: string;
let occupied: Server;
const launched: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-start-'));
  // Run by root, PostgreSQL is another user, who keeps its data elsewhere unless it may come in.
  await chmod(folder, 0o755);
  occupied = createServer().listen(0, '127.0.0.1');
  await once(occupied, 'listening');
});
afterAll(async () => {
  occupied.close();
  // What a failed test left.
  for (const child of launched) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

interface Running {
  readonly process: ChildProcess;
  readonly url: string;
  /** Everything it wrote. */
  readonly output: () => string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

/** The command itself, in a folder that holds nothing yet. */
async function launch(variables: NodeJS.ProcessEnv): Promise<Running> {
  const port = variables.PORT ?? String(await findFreePort());
  let text = '';
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', LOG_LEVEL: 'silent', PORT: port, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  launched.push(child);
  const ended = once(child, 'close').then(
    ([code, signal]: unknown[]) =>
      typeof code === 'number' || typeof signal === 'string'
        ? ((code as number | null) ?? (signal as string))
        : null, // an exit has one of the two
  );
  return { process: child, url: `http://127.0.0.1:${port}`, output: () => text, ended };
}

/** Resolves when it said that it is there; rejects when it ended before. */
async function untilReady(running: Running): Promise<void> {
  const ready = new Promise<void>((resolve) => {
    running.process.stdout?.on('data', () => {
      if (running.output().includes('Relato is at')) resolve();
    });
  });
  const isReady = await Promise.race([ready.then(() => true), running.ended.then(() => false)]);
  if (!isReady) throw new Error(running.output());
}

async function serverPidsOf(dataDir: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const lines = await Promise.all(
    pids.map(async (pid) => [pid, await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')] as const),
  );
  return lines.filter(([, line]) => line.includes('postgres') && line.includes(dataDir)).map(([pid]) => pid);
}

const start = (variables: NodeJS.ProcessEnv) =>
  startServer(
    readSettings({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'none'), ...variables }, folder),
    {
      demo: false,
      print: () => {},
    },
  );

describe('a start that cannot succeed', () => {
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
    ['a sender that is none', () => ({ MAIL_FROM: 'nobody' }), /MAIL_FROM/u],
    [
      'a database that is away',
      () => ({ DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/relato' }),
      /^Cannot reach the database relato at 127\.0\.0\.1:1 .*DATABASE_URL/u,
    ],
  ])('says what to change in one line: %s', async (_what, variables, message) => {
    const error: unknown = await start(variables()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).not.toMatch(/secret|\n/u);
    expect(error).toHaveProperty('message', expect.stringMatching(message));
  });

  it('shows no stack, and ends with a code that says so', async () => {
    const running = await launch({ PORT: String(portOf(occupied)), DATA_DIR: join(folder, 'none') });
    expect(await running.ended).toBe(1);
    expect(running.output()).toMatch(/^Port \d+ is taken\.[^\n]*\n$/u);
    const wrong = await launch({ PORT: 'x', ROLE: 'x' });
    expect(await wrong.ended).toBe(1);
    expect(wrong.output()).toBe('PORT must be a port number.\nROLE must be all, web or worker.\n');
  });
});

it('starts on a database that is there, answers, and stops', async () => {
  const port = await findFreePort();
  const variables = {
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'silent',
    DATABASE_URL: inject('clusterUrl'),
    DATA_DIR: join(folder, 'external'),
  };
  const lines: string[] = [];
  const relato = await startServer(readSettings(variables, folder), {
    demo: false,
    print: (line) => void lines.push(line),
  });
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  expect(lines.join('\n')).toContain(relato.url);
  await relato.stop();
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow('fetch failed');
});

describe('the process', () => {
  it('stops cleanly at SIGINT and SIGTERM, survives kill -9, and leaves no database running', async () => {
    const dataDir = join(folder, 'embedded');
    const first = await launch({ DATA_DIR: dataDir });
    await untilReady(first);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    first.process.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');

    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const next = await launch({ DATA_DIR: dataDir });
      await untilReady(next);
      expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
      const startedAt = performance.now();
      next.process.kill(signal);
      expect(await next.ended).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    }
    expect(await serverPidsOf(dataDir)).toEqual([]);
    const left = await readdir(dataDir, { recursive: true });
    expect(left.filter((name) => /postmaster\.pid$|\.owner$/u.test(name))).toEqual([]);
  });

  it('told to stop while it starts, leaves no database running', async () => {
    const dataDir = join(folder, 'interrupted');
    const running = await launch({ DATA_DIR: dataDir });
    await expect.poll(() => serverPidsOf(dataDir), { timeout: 30_000, interval: 20 }).not.toEqual([]);
    running.process.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(running.output()).not.toContain('Relato is at');
    expect(await serverPidsOf(dataDir)).toEqual([]);
  });
});
