import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, lstat, mkdir, readdir, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useEmbeddedFolder } from '../testing/embedded-folder.ts';
import { findPackage, resolveInstallation } from './installation.ts';

const isRoot = process.getuid?.() === 0;
const { place, start, stop } = useEmbeddedFolder();

it('a link to a place that has gone is refused, because an empty database would replace the one there', async () => {
  const target = join(place.folder, 'disk', 'postgres');
  await symlink(target, place.dataDir);
  const refusal = `${place.dataDir} leads to ${target}, which is not there.`;
  await expect(start()).rejects.toThrow(refusal);
  // The place where a disk is mounted is there without its disk.
  await mkdir(dirname(target));
  await expect(start()).rejects.toThrow(refusal);
  expect(await readdir(dirname(target))).toEqual([]);
  await mkdir(target);
  expect((await resolveInstallation(place.dataDir, () => {})).cluster).toBe(target);
});

describe.runIf(isRoot)('an embedded PostgreSQL run by root in a folder that only root may enter', () => {
  beforeEach(() => chmod(place.folder, 0o700));

  it('keeps the data in a folder that the user postgres can enter, and finds them again', async () => {
    const server = await start();
    const target = await readlink(place.dataDir);
    place.outside.push(dirname(target));
    expect(target).toMatch(/^\/var\/lib\/relato\/[0-9a-f]{12}-[0-9a-f]{8}\/postgres$/);
    expect(place.steps[0]).toContain(target);
    await stop(server);
    expect((await resolveInstallation(place.dataDir, () => {})).cluster).toBe(target);
    // The permissions of the folder have not changed.
    expect((await stat(place.folder)).mode & 0o777).toBe(0o700);
  });

  it('does not use the data of an earlier folder of the same name', async () => {
    const [first, second] = [join(place.folder, 'data'), join(place.folder, 'data')];
    await mkdir(first);
    const one = await resolveInstallation(join(first, 'postgres'), () => {});
    await rm(first, { recursive: true });
    await mkdir(second);
    const two = await resolveInstallation(join(second, 'postgres'), () => {});
    place.outside.push(dirname(one.cluster), dirname(two.cluster));
    expect(two.cluster).not.toBe(one.cluster);
  });

  it('runs a copy of the programs if they are in such a folder as well', async () => {
    const packaged = join(place.folder, 'native');
    await cp(findPackage(), packaged, { recursive: true, verbatimSymlinks: true });
    const version = `0.0.0-${basename(place.folder)}`;
    await writeFile(join(place.folder, 'package.json'), JSON.stringify({ version }));
    const { binDir, cluster, osUser } = await resolveInstallation(place.dataDir, () => {}, packaged);
    place.outside.push(dirname(binDir), dirname(cluster));
    expect(binDir).toBe(`/var/lib/relato/postgresql-${version}/bin`);
    const program = spawn(join(binDir, 'postgres'), ['--version'], { ...osUser, stdio: 'ignore' });
    expect(await once(program, 'exit')).toEqual([0, null]);
    expect((await resolveInstallation(place.dataDir, () => {}, packaged)).binDir).toBe(binDir);
  });

  it('names the folder to open if there is a cluster already', async () => {
    await mkdir(place.dataDir);
    await expect(start()).rejects.toThrow(
      `The user postgres cannot enter ${place.dataDir}. Open the folders above it`,
    );
    expect((await lstat(place.dataDir)).isDirectory()).toBe(true);
    expect(basename(place.dataDir)).toBe('postgres');
  });
});
