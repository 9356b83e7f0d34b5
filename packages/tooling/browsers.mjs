// Finds a Chromium for the browser tests and the screenshots, and installs one where there is none: Debian's package
// on Debian (with a font for emoji), Playwright's own download elsewhere.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Failure, runQuietly, say } from './bootstrap.mjs';

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const findInstalled = () => candidates.find((path) => existsSync(path)) ?? null;
const isRoot = process.getuid?.() === 0;

/** The path of a Chromium, or null where Playwright's own is to be used. */
export async function ensureChromium(env) {
  const installed = process.env.RELATO_CHROMIUM ?? findInstalled();
  if (installed) return installed;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    say('· installing Chromium');
    const apt = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
    await runQuietly(apt, 'apt-get update', 'apt-get', ['update', '-qq']);
    await runQuietly(apt, 'Installing Chromium', 'apt-get', [
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      'chromium',
      'fonts-noto-color-emoji',
    ]);
    const path = findInstalled();
    if (path) return path;
  }
  say('· fetching Chromium');
  const download = spawnSync(
    'pnpm',
    ['--filter', '@relato/web', 'exec', 'playwright', 'install', 'chromium'],
    { env, encoding: 'utf8' },
  );
  if (download.status !== 0) {
    throw new Failure('The browser tests need Chromium: install it, or set RELATO_CHROMIUM to where it is.');
  }
  return null;
}
