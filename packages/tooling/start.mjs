// `npm start`: from a fresh clone to the app at its address, and nothing left behind when it ends.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { main, prepare, root, runQuietly, say } from './bootstrap.mjs';

/** The server, with a channel to us: when we are gone, however, it stops too. */
function serve(env, args) {
  return new Promise((resolve, reject) => {
    const settings = existsSync(join(root, '.env')) ? ['--env-file', join(root, '.env')] : [];
    const server = spawn('node', [...settings, join(root, 'apps/server/src/main.ts'), ...args], {
      cwd: root,
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    // In a terminal Ctrl-C reaches the server too; from elsewhere it is passed on. Either way it decides when it is done.
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
  say('· building');
  await runQuietly(env, 'Building', 'turbo', [
    'run',
    'build',
    '@relato/db#generate',
    '--output-logs=errors-only',
  ]);
  return serve(env, process.argv.slice(2));
});
