// Finds or installs the nginx for the tests with several servers.
import { existsSync } from 'node:fs';
import { Failure, say } from '../bootstrap.mjs';
import { hasApt, installPackages } from './debian-packages.ts';

/** The paths that packages/testing searches. */
const paths = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'];
const isMissing = (): boolean => !paths.some((path) => existsSync(path));

/** Throws a Failure if nginx can be neither found nor installed. */
export function ensureNginx(env: NodeJS.ProcessEnv): void {
  if (isMissing() && hasApt) {
    say('· installing nginx');
    installPackages(env, ['nginx']);
  }
  if (isMissing()) throw new Failure('The tests with several servers need nginx: install it.');
}
