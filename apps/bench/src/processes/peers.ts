import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from '@relato/testing/network/free-port';
import { findNginx } from '@relato/testing/network/nginx';
import { cacheDir } from '../data/data-folder.ts';
import { startChild } from './child.ts';
import { readCpuMs } from './usage.ts';

const run = promisify(execFile);
const sourceDir = fileURLToPath(new URL('../../peers', import.meta.url));
export const peersDir = join(cacheDir, 'peers');
const installTimeoutMs = 600_000;
/** Enough time to fill a million stories into the tables of a peer with tables of its own. */
const startTimeoutMs = 600_000;

/** A server for the comparison with the product. */
export interface Peer {
  readonly origin: string;
  readonly readCpu: () => number | null;
  readonly stop: () => Promise<void>;
}

/** Each peer with its start script, from this package or from the installed ones. */
const scripts = {
  'hand-written': fileURLToPath(new URL('../peers/hand-written.ts', import.meta.url)),
  postgraphile: join(peersDir, 'postgraphile.mjs'),
  'parse-server': join(peersDir, 'parse-server.mjs'),
  directus: join(peersDir, 'directus.mjs'),
  nginx: null,
} as const;
export type PeerName = keyof typeof scripts;

/** Installs the peers into the cache, if they are missing. The product does not depend on them. */
export async function installPeers(report: (step: string) => void): Promise<void> {
  const lock = await readFile(join(sourceDir, 'pnpm-lock.yaml'), 'utf8');
  const stamp = join(peersDir, 'installed-from');
  await mkdir(peersDir, { recursive: true });
  await cp(sourceDir, peersDir, { recursive: true, filter: (path) => !path.includes('node_modules') });
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === lock) return;
  report('installing the peers');
  await run('pnpm', ['install', '--frozen-lockfile', '--ignore-scripts', '--reporter=append-only'], {
    cwd: peersDir,
    timeout: installTimeoutMs,
  });
  await writeFile(stamp, lock);
}

/** Starts a peer on a free port. Throws with its output if it does not listen. */
export async function startPeer(name: PeerName, databaseUrl: string, audioDir: string): Promise<Peer> {
  const port = await findFreePort();
  const script = scripts[name];
  const command =
    script === null
      ? {
          command: findNginx() ?? 'nginx',
          args: ['-c', await writeNginxConfig(port, audioDir)],
          ready: /start worker process/,
        }
      : {
          command: process.execPath,
          args: [script, databaseUrl, String(port), audioDir],
          ready: /^ready$/m,
        };
  const child = await startChild({
    name,
    // Directus searches this folder for extensions.
    cwd: peersDir,
    env: { NODE_ENV: 'production' },
    timeoutMs: startTimeoutMs,
    ...command,
  });
  return { origin: `http://127.0.0.1:${port}`, readCpu: () => readCpuMs(child.pid), stop: child.stop };
}

async function writeNginxConfig(port: number, audioDir: string): Promise<string> {
  const folder = join(cacheDir, 'nginx');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${folder}/${each};`,
  );
  await writeFile(
    file,
    `daemon off;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes auto;
    error_log stderr notice;
    pid ${folder}/nginx.pid;
    events { worker_connections 1024; }
    http {
      ${temporary.join('\n')}
      access_log off;
      sendfile on;
      keepalive_requests 1000000;
      server { listen 127.0.0.1:${port}; location /audio/ { alias ${audioDir}/; } }
    }\n`,
  );
  return file;
}
