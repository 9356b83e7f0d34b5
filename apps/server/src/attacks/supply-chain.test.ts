import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

/** Returns the lines of a block of a YAML file, without indentation. */
async function readBlock(path: string, name: string): Promise<string[]> {
  const [, block = ''] = new RegExp(`^${name}:\\n((?:(?: .*|)\\n)*)`, 'm').exec(await read(path)) ?? [];
  return block.split('\n').flatMap((line) => (/^\s*(?:#.*)?$/.test(line) ? [] : [line.trim()]));
}

interface Manifest {
  readonly name?: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Lists the package.json of the root and of each workspace package. */
async function listManifests(): Promise<string[]> {
  const groups = await Promise.all(
    ['apps', 'packages'].map(async (group) =>
      (await readdir(join(root, group))).map((name) => join(group, name, 'package.json')),
    ),
  );
  return ['package.json', ...groups.flat()];
}

async function readRanges(path: string): Promise<unknown[]> {
  const manifest: Readonly<Record<string, object>> = JSON.parse(await read(path));
  return Object.entries(manifest).flatMap(([field, value]) =>
    /dependencies$/i.test(field) ? Object.values(value) : [],
  );
}

/** Reads the manifest of every installed package from pnpm's store. */
async function listInstalled(): Promise<Manifest[]> {
  const store = join(root, 'node_modules/.pnpm');
  const kept = await readdir(store);
  const manifests = await Promise.all(
    kept.map(async (folder) => {
      const [, name = ''] = /^(@[^+]+\+[^@]+|[^@]+)@/.exec(folder) ?? [];
      const path = join(store, folder, 'node_modules', name.replace('+', '/'), 'package.json');
      const text = await readFile(path, 'utf8').catch(() => 'null');
      return JSON.parse(text) as Manifest | null; // a package.json is of that form
    }),
  );
  return manifests.filter((manifest) => manifest !== null);
}

describe('SEC-42: an installed dependency', () => {
  it('is declared with an exact version', async () => {
    const versions = await readBlock('pnpm-workspace.yaml', 'catalog');
    expect(versions.length).toBeGreaterThan(20);
    expect(versions.filter((line) => !/: \d+\.\d+\.\d+(?:-[\w.]+)?$/.test(line))).toEqual([]);
    const used = await Promise.all((await listManifests()).map(readRanges));
    expect(used.flat().filter((range) => range !== 'catalog:' && range !== 'workspace:*')).toEqual([]);
  });

  it('comes from the lockfile only, with a hash', async () => {
    const lockfile = await read('pnpm-lock.yaml');
    const resolutions = lockfile.match(/^ {4}resolution: .*$/gm) ?? [];
    expect(resolutions.length).toBeGreaterThan(100);
    expect(resolutions.filter((line) => !/\{integrity: sha512-[\w+/]+=*\}$/.test(line))).toEqual([]);
    expect(lockfile).not.toMatch(/tarball:|git\+|https?:\/\//);
    expect(await read('packages/tooling/bootstrap.mjs')).toContain("'--frozen-lockfile'");
  });

  it('runs no install script unless it is listed in allowBuilds', async () => {
    const lines = await readBlock('pnpm-workspace.yaml', 'allowBuilds');
    const decided = new Set(lines.map((line) => line.replaceAll("'", '').split(': ')[0]));
    const installed = await listInstalled();
    const building = installed
      .filter(({ scripts = {} }) => ['preinstall', 'install', 'postinstall'].some((name) => scripts[name]))
      .map(({ name }) => name);
    expect(installed.length).toBeGreaterThan(100);
    expect(building.length).toBeGreaterThan(0);
    expect(building.filter((name) => !decided.has(name))).toEqual([]);
  });
});
