// Installs Debian's packages where they can be had.
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync } from 'node:fs';

const aptGet = '/usr/bin/apt-get';
/** False where packages are installed by other means, or by another user. */
export const hasApt = process.getuid?.() === 0 && existsSync(aptGet);

/** Installs packages without those that they only recommend. */
export function installPackages(
  env: NodeJS.ProcessEnv,
  packages: readonly string[],
): SpawnSyncReturns<string> {
  const apt = (...args: string[]): SpawnSyncReturns<string> =>
    spawnSync(aptGet, ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], {
      // In this runlevel the scripts of packages start no services.
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      encoding: 'utf8',
    });
  // A failed update shows in the installation.
  apt('update');
  return apt('install', '-y', '--no-install-recommends', ...packages);
}
