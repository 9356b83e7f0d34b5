// Brings what the project needs to a machine that has only Node and npm: a recent enough Node, pnpm and the installed
// dependencies. This file and the scripts beside it are plain JavaScript for Node 20 and later with no imports but
// Node's own, because nothing is installed yet when they run. Everything else is TypeScript, in src.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const toolsDir = join(root, '.cache', 'tools');

const NODE_VERSION = readFileSync(join(root, '.node-version'), 'utf8').trim();
const PNPM_VERSION = '12.21.0';
/** @param {string} text */
export const say = (text) => process.stdout.write(`${text}\n`);
/**
 * Prints progress to stderr, because scripts read the answer of a command from stdout.
 * @param {string} text
 */
const mention = (text) => process.stderr.write(`${text}\n`);

/** An error that the user can mend: only its message is printed, without a stack. */
export class Failure extends Error {}

/**
 * Runs a script's main function, which may return the exit code.
 * @param {() => void | number | Promise<void | number>} script
 */
export async function main(script) {
  try {
    process.exitCode = (await script()) ?? 0;
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${error instanceof Failure ? error.message : text}\n`);
    process.exitCode = 1;
  }
}

/**
 * Returns whether a Node runs TypeScript sources without a flag.
 * @param {string} version
 */
export function isRecentEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/**
 * Installs a tool without running its scripts. Returns whether it was missing.
 * @param {string} name
 * @param {string} version
 */
function npmInstall(name, version) {
  const installed = join(toolsDir, 'node_modules', name, 'package.json');
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version) return false;
  mention(`· fetching ${name} ${version}`);
  mkdirSync(toolsDir, { recursive: true });
  const manifest = join(toolsDir, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--loglevel=error',
    '--save-exact',
    '--ignore-scripts',
  ];
  const npm = spawnSync('npm', [...args, `${name}@${version}`], { cwd: toolsDir, encoding: 'utf8' });
  if (npm.status !== 0) {
    throw new Failure(
      `Could not fetch ${name} ${version} from the npm registry:\n${npm.stderr ?? npm.error?.message ?? ''}`,
    );
  }
  return true;
}

/** Runs the script that puts pnpm's native binary in its place, because npm was told to run none. */
function installPnpm() {
  if (!npmInstall('pnpm', PNPM_VERSION)) return;
  const folder = join(toolsDir, 'node_modules', 'pnpm');
  const placed = spawnSync(process.execPath, ['install.js'], { cwd: folder, encoding: 'utf8' });
  if (placed.status !== 0) throw new Failure(`Could not install pnpm:\n${placed.stderr ?? ''}`);
}

/**
 * Returns the environment of everything else: a recent enough Node and the locally installed commands come first in PATH.
 * @returns {NodeJS.ProcessEnv}
 */
function prepareTools() {
  let nodeDir = dirname(process.execPath);
  if (!isRecentEnough(process.versions.node)) {
    const name = `node-${process.platform}-${process.arch}`;
    npmInstall(name, NODE_VERSION);
    nodeDir = join(toolsDir, 'node_modules', name, 'bin');
  }
  installPnpm();
  return {
    ...process.env,
    PATH: [
      nodeDir,
      join(root, 'node_modules', '.bin'),
      join(toolsDir, 'node_modules', '.bin'),
      process.env.PATH,
    ].join(delimiter),
    // Compiled once, code loads in half the time in each later process; tests start hundreds of them.
    NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
    // `prisma generate` downloads an engine that the driver adapter never uses; a path that fails stops that.
    PRISMA_SCHEMA_ENGINE_BINARY: '/bin/false',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
  };
}

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Passes signals on to a child, which decides when it is done. Returns a function that ends this.
 * @param {import('node:child_process').ChildProcess} child
 */
function passSignals(child) {
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  for (const signal of signals) process.on(signal, pass);
  return () => signals.forEach((signal) => process.off(signal, pass));
}

/**
 * Runs a command with its output shown, and passes signals on to it. Resolves with its exit code.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(env, command, args, options = {}) {
  return new Promise((resolvePromise, reject) => {
    const child = spawn(command, [...args], { cwd: root, env, stdio: 'inherit', ...options });
    const letGo = passSignals(child);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      letGo();
      resolvePromise(code ?? 128 + constants.signals[signal ?? 'SIGTERM']);
    });
  });
}

/**
 * Runs a command and shows its output only if it fails, as the message of the Failure that it throws then.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} what
 * @param {string} command
 * @param {readonly string[]} args
 */
async function runQuietly(env, what, command, args) {
  const child = spawn(command, [...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const letGo = passSignals(child);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolvePromise, reject) => {
    child.once('error', reject);
    child.once('close', resolvePromise);
  });
  letGo();
  if (code !== 0) throw new Failure(`${output}\n${what} failed.`);
}

/**
 * Builds the apps, or what changed in them since the last build.
 * @param {NodeJS.ProcessEnv} env
 */
export async function buildApps(env) {
  say('· building');
  const args = ['run', 'build', '@relato/db#generate', '--output-logs=errors-only'];
  await runQuietly(env, 'Building', 'turbo', args);
}

function manifests() {
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'];
  for (const group of ['apps', 'packages']) {
    for (const name of readdirSync(join(root, group))) {
      const file = join(group, name, 'package.json');
      if (existsSync(join(root, file))) files.push(file);
    }
  }
  return files;
}

/**
 * Installs from the frozen lockfile, unless the installed packages came from exactly these manifests.
 * @param {NodeJS.ProcessEnv} env
 */
async function install(env) {
  const digest = createHash('sha256');
  for (const file of manifests()) digest.update(file).update(readFileSync(join(root, file)));
  const fingerprint = digest.digest('hex');
  const stamp = join(root, 'node_modules', '.installed-from');
  if (existsSync(stamp) && statSync(stamp).isFile() && readFileSync(stamp, 'utf8') === fingerprint) return;
  mention('· installing the dependencies');
  await runQuietly(env, 'Installing the dependencies', 'pnpm', [
    'install',
    '--frozen-lockfile',
    '--reporter=append-only',
  ]);
  writeFileSync(stamp, fingerprint);
}

/** Installs tools and dependencies, and returns the environment in which commands find them. */
export async function prepare() {
  const env = prepareTools();
  await install(env);
  return env;
}

/**
 * Generates the client of the database from its schema, unless it is there already.
 * @param {NodeJS.ProcessEnv} env
 */
export const generateClient = (env) =>
  runQuietly(env, 'Preparing', 'turbo', ['run', '@relato/db#generate', '--output-logs=errors-only']);

/** The flag with which Node reads `.env`, if there is one. */
export const settingsFlags = () => (existsSync(join(root, '.env')) ? ['--env-file', join(root, '.env')] : []);
