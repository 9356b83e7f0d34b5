// Finds the browsers of the tests and of the screenshots, and installs what is missing: Debian's packages on Debian
// (with a font for emoji), Playwright's own downloads elsewhere.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root, say } from './bootstrap.mjs';

const browsers = {
  chromium: {
    name: 'Chromium',
    setting: 'RELATO_CHROMIUM',
    // The one without windows first: tests take two thirds of the time in it.
    paths: [
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
    ],
    packages: ['chromium-headless-shell', 'fonts-noto-color-emoji'],
  },
  firefox: {
    name: 'Firefox',
    setting: 'RELATO_FIREFOX',
    // Not /usr/bin/firefox: on Ubuntu that is a snap, which sees no profile of a test.
    paths: ['/usr/bin/firefox-esr'],
    packages: ['firefox-esr'],
  },
};

const aptGet = '/usr/bin/apt-get';
const hasApt = process.getuid?.() === 0 && existsSync(aptGet);
const names = (kinds) => kinds.map((kind) => browsers[kind].name).join(' and ');

function find({ name, setting, paths }) {
  const given = process.env[setting];
  if (given && !existsSync(given)) throw new Failure(`${setting} is ${given}, but there is no ${name}.`);
  return given || paths.find((path) => existsSync(path));
}

const isMissing = (kind) => find(browsers[kind]) === undefined;

function installDebianPackages(env, kinds) {
  say(`· installing ${names(kinds)}`);
  const apt = (...args) =>
    spawnSync(aptGet, ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
    });
  // What the update could not do shows in the installation.
  apt('update');
  return apt('install', '-y', '--no-install-recommends', ...kinds.flatMap((kind) => browsers[kind].packages));
}

function download(env, kinds) {
  say(`· fetching ${names(kinds)}`);
  const playwright = join(root, 'apps/web/node_modules/@playwright/test/cli.js');
  return spawnSync('node', [playwright, 'install', ...kinds], { env, encoding: 'utf8' });
}

/** The first line in which a command speaks of an error. */
function toReason({ command, stdout, stderr, error }) {
  const lines = (error?.message ?? `${stdout ?? ''}\n${stderr ?? ''}`).trim().split('\n');
  return `${command}: ${(lines.find((line) => /^E: |error/i.test(line)) ?? lines.at(-1)).trim()}`;
}

/**
 * Puts into `env` where the wanted browsers (`chromium`, `firefox`) are; says nothing of one that Playwright has downloaded
 * for itself. A Failure names what to set when one can be neither found nor installed.
 */
export async function ensureBrowsers(env, wanted) {
  let missing = wanted.filter(isMissing);
  const attempts = [];
  if (missing.length > 0 && hasApt) {
    attempts.push({ command: 'apt-get', ...installDebianPackages(env, missing) });
    missing = missing.filter(isMissing);
  }
  if (missing.length > 0) {
    const attempt = download(env, missing);
    attempts.push({ command: 'playwright install', ...attempt });
    if (attempt.status !== 0) {
      const reasons = attempts.map(toReason).join('; ');
      const settings = missing.map((kind) => browsers[kind].setting).join(' and ');
      throw new Failure(
        `The browser tests need ${names(missing)}: install it, or set ${settings} to where it is (${reasons}).`,
      );
    }
  }
  for (const kind of wanted) {
    const path = find(browsers[kind]);
    if (path) env[browsers[kind].setting] = path;
  }
}
