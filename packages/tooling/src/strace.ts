import { existsSync } from 'node:fs';
import { say } from '../bootstrap.mjs';
import { hasApt, installPackages } from './debian-packages.ts';

/** Installs strace on Debian, for root. Elsewhere the drill that needs it is left out, and its tests alone prove its row. */
export function installStrace(): void {
  if (existsSync('/usr/bin/strace') || !hasApt) return;
  say('· installing strace');
  installPackages(process.env, ['strace']);
}
