import { existsSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { fileURLToPath } from 'node:url';
import { limits } from '@relato/contract';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readSettings } from './env.ts';

// Containers do not run in the tests, so these compare the files of the image with the files of the project.

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (file: string): string => readFileSync(root + file, 'utf8');
const dockerfile = read('Dockerfile');
const template = read('deploy/nginx.conf.template');

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  profiles: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))])
    .default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.object({ default: z.object({ ipv4_address: z.string() }) }).optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  stop_grace_period: z.string().optional(),
  restart: z.string().optional(),
});
type Service = z.infer<typeof service>;
const compose = z
  .object({
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
    networks: z.object({
      default: z.object({
        ipam: z.object({ config: z.array(z.object({ ip_range: z.string(), gateway: z.string() })) }),
      }),
    }),
  })
  .parse(parse(read('docker-compose.yml'), { merge: true }));

/** Replaces variables as compose does, with the values given or the defaults of the file. */
const interpolate = (text: string, variables: Readonly<Record<string, string>> = {}): string =>
  text.replaceAll(
    /\$\{(\w+):-([^}]*)\}/g,
    (_whole, name: string, preset: string) => variables[name] ?? preset,
  );

const ofServers = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);

/** Returns the settings with which a service starts. Throws for settings that the server refuses or does not have. */
function settingsOf({ environment }: Service, variables?: Readonly<Record<string, string>>) {
  const known = new Set(
    Array.from(read('apps/server/src/boot/env.ts').matchAll(/^  ([A-Z][A-Z\d_]+):/gm), ([, name]) => name),
  );
  const unknown = Object.keys(environment).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`unknown settings: ${unknown.join(', ')}`);
  const entries = Object.entries(environment).map(([name, value]) => [name, interpolate(value, variables)]);
  return readSettings(Object.fromEntries(entries) as Record<string, string>, '/'); // pairs of strings
}

const requireService = (name: string): Service => {
  const found = compose.services[name];
  if (!found) throw new Error(`There is no service ${name}`);
  return found;
};
const addressOf = ({ networks }: Service): string | undefined => networks?.default.ipv4_address;

describe('the image', () => {
  it('passes the linter', () => expect(validate(dockerfile)).toEqual([]));

  it('has the Node and the pnpm of the project', () => {
    expect(dockerfile).toContain(`ARG NODE_VERSION=${read('.node-version').trim()}\n`);
    const [, pnpm] = /PNPM_VERSION = '(.+)'/.exec(read('packages/tooling/bootstrap.mjs')) ?? [];
    expect(dockerfile).toContain(`ARG PNPM_VERSION=${pnpm}\n`);
  });

  it('has every package that the server imports, and no other', () => {
    const listPackages = (folder: string): string[] => {
      const { dependencies = {} } = JSON.parse(read(`${folder}/package.json`)) as {
        readonly dependencies?: Readonly<Record<string, string>>;
      };
      const own = Object.keys(dependencies).filter((name) => name.startsWith('@relato/'));
      const folders = own.map((name) => name.replace('@relato/', 'packages/'));
      return [...folders, ...folders.flatMap(listPackages)];
    };
    const [, moved = ''] = /mv ((?:packages\/\w+ )+)\/image/.exec(dockerfile) ?? [];
    expect(moved.trim().split(' ')).toEqual([...new Set(listPackages('apps/server'))].toSorted());
  });

  it('runs the server as a user without privileges, and reports whether it is ready', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK .*\\\n.*\/readyz/m);
    const [, command = ''] = /^CMD \["node", "(.+)"\]$/m.exec(last) ?? [];
    expect(existsSync(root + command)).toBe(true);
  });

  it.each(['.env', '.git', '.data', '**/node_modules'])('leaves %s out', (name) =>
    expect(read('.dockerignore').split('\n')).toContain(name),
  );
});

describe('docker-compose.yml', () => {
  it('follows the specification', () => {
    const [result] = new DCLinter({ quiet: true, debug: false, exclude: [], rules: {} }).lintFiles(
      [`${root}docker-compose.yml`],
      false,
    );
    expect(
      result?.messages.filter(({ rule }: { readonly rule: string }) => rule.startsWith('invalid')),
    ).toEqual([]);
  });

  it('starts only the services for development, unless a profile adds the others', () => {
    const simple = Object.entries(compose.services).filter(([, { profiles }]) => profiles.length === 0);
    expect(simple.map(([name]) => name)).toEqual(['postgres', 'mail', 'whisper', 'whisper-model']);
  });

  it('names only existing services, volumes and files', () => {
    const services = Object.values(compose.services);
    const needed = services.flatMap(({ depends_on: names }) =>
      Array.isArray(names) ? names : Object.keys(names),
    );
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(needed));
    const sources = services.flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const isThere = (source: string): boolean =>
      source.startsWith('./') ? existsSync(root + source) : source in compose.volumes;
    expect(sources.filter((source) => !isThere(source))).toEqual([]);
  });

  it('gives each server settings with which it starts, and the password of the owner to one step', () => {
    const roles = ofServers.map(([name, each]) => [name, settingsOf(each).role]);
    expect(Object.fromEntries(roles)).toMatchObject({
      'web-1': 'web',
      'web-2': 'web',
      'worker-1': 'worker',
      'worker-2': 'worker',
    });
    const owners = ofServers.filter(([, each]) => settingsOf(each).migrateDatabaseUrl !== undefined);
    expect(owners.map(([name]) => name)).toEqual(['migrate']);
    for (const [name, { depends_on: needed }] of ofServers) {
      if (name === 'migrate') continue;
      expect(needed).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
    }
  });

  it('refuses to start public servers with default passwords, or without a mail server', () => {
    const own = { POSTGRES_PASSWORD: 'x7Q-own', SERVER_PASSWORD: '8Fz-own', S3_SECRET_ACCESS_KEY: 'k2W-own' };
    const mail = { SMTP_URL: 'smtp://mail.relato.example' };
    for (const [, each] of ofServers) {
      const address = { PUBLIC_URL: 'https://relato.example' };
      expect(() => settingsOf(each, { ...address, ...mail })).toThrow(/password of examples/);
      expect(() => settingsOf(each, { ...address, ...own })).toThrow(/^SMTP_URL is the mail catcher/);
      expect(settingsOf(each, { ...address, ...own, ...mail }).isProduction).toBe(true);
    }
  });

  it('gives no service the address of another', () => {
    const [pool] = compose.networks.default.ipam.config;
    const [start = '', bits = 0] = pool?.ip_range.split('/') ?? [];
    const pooled = new BlockList();
    pooled.addSubnet(start, Number(bits));
    const fixed = Object.values(compose.services)
      .map(addressOf)
      .filter((address) => address !== undefined);
    expect(new Set(fixed).size).toBe(3);
    for (const address of [...fixed, pool?.gateway ?? '']) expect(pooled.check(address)).toBe(false);
  });

  it('gives PostgreSQL room for the connections of all servers', () => {
    const [, poolSize] = /poolSize = (\d+),/.exec(read('packages/db/src/client.ts')) ?? [];
    const pools = read('packages/db/src/pool-limits.ts').matchAll(/^ +connections: (\w+),/gm);
    const sizes = Array.from(pools, ([, size]) => Number(size === 'poolSize' ? poolSize : size));
    expect(sizes).toHaveLength(4);
    // Each process uses one more connection for the health of the database.
    const ofProcess = sizes.reduce((sum, size) => sum + size, 1);
    const [, most] = /max_connections=(\d+)/.exec(String(requireService('postgres').command)) ?? [];
    expect(Number(most)).toBeGreaterThan(ofProcess * ofServers.length);
  });

  it('gives a stopping server enough time', () => {
    const [, deadline] = /stopDeadlineMs = ([\d_]+)/.exec(read('apps/server/src/main.ts')) ?? [];
    for (const [, { stop_grace_period: grace = '' }] of ofServers)
      expect(Number.parseInt(grace, 10) * 1_000).toBeGreaterThan(Number(deadline?.replaceAll('_', '')));
  });
});

describe('the proxy', () => {
  const proxy = requireService('proxy');

  it('has the addresses of the web servers, which trust its address', () => {
    const webs = ofServers.filter(([, each]) => settingsOf(each).role === 'web');
    const addresses = webs.map(([, each]) => `${addressOf(each)}:${settingsOf(each).port}`);
    const servers = proxy.environment['WEB_SERVERS']?.matchAll(/server (\S+) max_fails=3 fail_timeout=1s;/g);
    expect(Array.from(servers ?? [], ([, address]) => address)).toEqual(addresses);
    for (const [, each] of webs) expect(settingsOf(each).trustedProxies).toEqual([addressOf(proxy)]);
  });

  it('gets a value for each variable of its template', () => {
    const names = Array.from(template.matchAll(/\$\{(\w+)\}/g), ([, name]) => name ?? '');
    expect(Object.keys(proxy.environment).toSorted()).toEqual(names.toSorted());
  });

  it('closes idle connections before a stopping server does', () => {
    const [, seconds] = /keepalive_timeout (\d+)s;/.exec(template) ?? [];
    for (const [, each] of ofServers) expect(settingsOf(each).drainSeconds).toBeGreaterThan(Number(seconds));
  });

  it('accepts recordings of every allowed size', () => {
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(template) ?? [];
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(limits.recording.maxBytes);
  });

  it('waits for calls of administrators as long as their command does', () => {
    const [, timeoutMs] = /callTimeoutMs = ([\d_]+)/.exec(read('apps/admin/src/client.ts')) ?? [];
    const [, nouns, seconds] =
      /location ~ \^\/trpc\/\(\?:(\S+)\)\\\. \{[^}]*proxy_read_timeout (\d+)s;/.exec(template) ?? [];
    expect(nouns).toBe('admin|recordings');
    expect(Number(seconds) * 1_000).toBe(Number(timeoutMs?.replaceAll('_', '')));
  });

  it('retries neither a change that was sent nor a refusal', () => {
    const rules = Array.from(template.matchAll(/^ *proxy_next_upstream ([^;]+);/gm), ([, rule]) => rule);
    expect(rules).toEqual(['error timeout http_502', 'error timeout http_502 http_404']);
  });
});
