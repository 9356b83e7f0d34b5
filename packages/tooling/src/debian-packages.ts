// Installs Debian's packages where this is possible.
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync } from 'node:fs';

const aptGet = '/usr/bin/apt-get';
/** False if another package manager, or another user, installs packages. */
export const hasApt = process.getuid?.() === 0 && existsSync(aptGet);

/** Installs packages without their recommended ones. */
export function installPackages(
  env: NodeJS.ProcessEnv,
  packages: readonly string[],
): SpawnSyncReturns<string> {
  const apt = (...args: string[]): SpawnSyncReturns<string> =>
    spawnSync(aptGet, ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], {
      // This runlevel keeps the scripts of packages from starting services.
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      encoding: 'utf8',
    });
  // A failed update shows in the installation.
  apt('update');
  return apt('install', '-y', '--no-install-recommends', ...packages);
}
