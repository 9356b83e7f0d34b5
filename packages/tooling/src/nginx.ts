// Finds the nginx of the tests with several servers, and installs a missing one.
import { existsSync } from 'node:fs';
import { Failure, say } from '../bootstrap.mjs';
import { hasApt, installPackages } from './debian-packages.ts';

/** The place where packages/testing looks for it. */
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
