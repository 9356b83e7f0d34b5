import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.ts';

const paths = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'];
const template = fileURLToPath(new URL('../../../../deploy/nginx.conf.template', import.meta.url));

/** Returns the path of nginx, or null without one. */
export const findNginx = (): string | null => paths.find((path) => existsSync(path)) ?? null;

export interface Nginx {
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface NginxOptions {
  /** The addresses of the web servers. */
  readonly servers: readonly string[];
}

/** Starts nginx with the template for operators. Throws without nginx, which `npm test` installs. */
export async function startNginx({ servers }: NginxOptions): Promise<Nginx> {
  const command = findNginx();
  if (command === null) throw new Error('There is no nginx: `npm test` installs it on Debian');
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), 'relato-nginx-'));
  await chmod(folder, 0o755);
  const site = fillTemplate(await readFile(template, 'utf8'), {
    LISTEN: `listen 127.0.0.1:${port};`,
    WEB_SERVERS: servers.map((url) => `server ${new URL(url).host} max_fails=3 fail_timeout=1s;`).join(' '),
    // Tests name the addresses of their clients, like a proxy in front of nginx.
    FORWARDED_FOR: '$http_x_forwarded_for',
    AUDIO_FILES: '/nonexistent',
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = `daemon off;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 2;
    error_log stderr notice;
    pid ${folder}/nginx.pid;
    events { worker_connections 1024; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      access_log off;
      ${site}
    }`;
  await writeFile(join(folder, 'nginx.conf'), config);
  const child = spawn(command, ['-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  const ended = once(child, 'close');
  const started = new Promise<true>((resolve) => {
    child.stderr.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('start worker process ')) resolve(true);
    });
  });
  if ((await Promise.race([started, ended])) !== true) throw new Error(`nginx ended: ${text}`);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Replaces `${NAME}` like the image of nginx: only the given names, because nginx has variables of its own. */
function fillTemplate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{([A-Z_]+)\}/g, (whole, name: string) => variables[name] ?? whole);
}
