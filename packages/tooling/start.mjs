// `npm start`: builds and serves the app from a fresh clone, and leaves no process behind when it ends.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildApps, main, prepare, root, settingsFlags } from './bootstrap.mjs';
import { readMemoryBytes, toHeapFlags } from './heap-flags.mjs';

/**
 * Runs the server with a channel to this process: it stops when the channel closes, however this process ends.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args
 * @returns {Promise<number>}
 */
function serve(env, args) {
  return new Promise((resolve, reject) => {
    const flags = toHeapFlags(readMemoryBytes(), env.NODE_OPTIONS);
    const server = spawn(
      'node',
      [...flags, ...settingsFlags(), join(root, 'apps/server/src/main.ts'), ...args],
      {
        cwd: root,
        env,
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      },
    );
    // In a terminal the server receives Ctrl-C itself; other signals are passed on. The server decides when it is done.
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => server.kill(signal);
    process.on('SIGINT', forward);
    process.on('SIGTERM', forward);
    process.on('SIGHUP', () => forward('SIGTERM'));
    server.once('error', reject);
    server.once('close', (code) => resolve(code ?? 1));
  });
}

await main(async () => {
  const env = await prepare();
  await buildApps(env);
  return serve(env, process.argv.slice(2));
});
