// Finds the browsers of the tests and of the screenshots, and installs missing ones: Debian's packages on Debian (with a
// font for emoji), Playwright's own downloads elsewhere.
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root, say } from '../bootstrap.mjs';
import { hasApt, installPackages } from './debian-packages.ts';

interface Browser {
  readonly name: string;
  /** The environment variable with the path of the browser. */
  readonly setting: string;
  readonly paths: readonly string[];
  readonly packages: readonly string[];
}

type Kind = 'chromium' | 'firefox';

const browsers: Readonly<Record<Kind, Browser>> = {
  chromium: {
    name: 'Chromium',
    setting: 'RELATO_CHROMIUM',
    // The headless shell comes first, because tests take a third less time in it.
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
    // On Ubuntu /usr/bin/firefox is a snap, which cannot read the profile of a test.
    paths: ['/usr/bin/firefox-esr'],
    packages: ['firefox-esr'],
  },
};

const toNames = (kinds: readonly Kind[]): string => kinds.map((kind) => browsers[kind].name).join(' and ');

function find({ name, setting, paths }: Browser): string | undefined {
  const given = process.env[setting];
  if (given && !existsSync(given)) throw new Failure(`${setting} is ${given}, but there is no ${name}.`);
  return given || paths.find((path) => existsSync(path));
}

const isMissing = (kind: Kind): boolean => find(browsers[kind]) === undefined;

interface Attempt {
  readonly command: string;
  readonly result: SpawnSyncReturns<string>;
}

function installDebianPackages(env: NodeJS.ProcessEnv, kinds: readonly Kind[]): Attempt {
  say(`· installing ${toNames(kinds)}`);
  const packages = kinds.flatMap((kind) => browsers[kind].packages);
  return { command: 'apt-get', result: installPackages(env, packages) };
}

function download(env: NodeJS.ProcessEnv, kinds: readonly Kind[]): Attempt {
  say(`· fetching ${toNames(kinds)}`);
  const playwright = join(root, 'apps/web/node_modules/@playwright/test/cli.js');
  const result = spawnSync('node', [playwright, 'install', ...kinds], { env, encoding: 'utf8' });
  return { command: 'playwright install', result };
}

/** Returns the first error line of a failed command. */
function toReason({ command, result: { stdout, stderr, error } }: Attempt): string {
  const lines = (error?.message ?? `${stdout}\n${stderr}`).trim().split('\n');
  return `${command}: ${(lines.find((line) => /^E: |error/i.test(line)) ?? lines.at(-1) ?? '').trim()}`;
}

/**
 * Returns `env` with the paths of the wanted browsers. A browser that Playwright downloaded for itself needs no path. Throws
 * a Failure that names the settings of browsers that can be neither found nor installed.
 */
export function ensureBrowsers(env: NodeJS.ProcessEnv, wanted: readonly Kind[]): NodeJS.ProcessEnv {
  let missing = wanted.filter(isMissing);
  const attempts: Attempt[] = [];
  if (missing.length > 0 && hasApt) {
    attempts.push(installDebianPackages(env, missing));
    missing = missing.filter(isMissing);
  }
  if (missing.length > 0) {
    const attempt = download(env, missing);
    attempts.push(attempt);
    if (attempt.result.status !== 0) {
      const reasons = attempts.map(toReason).join('; ');
      const settings = missing.map((kind) => browsers[kind].setting).join(' and ');
      throw new Failure(
        `The browser tests need ${toNames(missing)}: install it, or set ${settings} to where it is (${reasons}).`,
      );
    }
  }
  const paths = wanted.flatMap((kind) => {
    const path = find(browsers[kind]);
    return path === undefined ? [] : [[browsers[kind].setting, path]];
  });
  return { ...env, ...Object.fromEntries(paths) };
}
