// `npm start`: builds and serves the app from a fresh clone, and leaves no process behind when it ends.
import { join } from 'node:path';
import { buildApps, main, prepare, root, run, settingsFlags } from './bootstrap.mjs';
import { readMemoryBytes, toHeapFlags } from './heap-flags.mjs';

await main(async () => {
  const env = await prepare();
  await buildApps(env);
  const flags = [...toHeapFlags(readMemoryBytes(), env.NODE_OPTIONS), ...settingsFlags()];
  const server = join(root, 'apps/server/src/main.ts');
  return run(env, 'node', [...flags, server, ...process.argv.slice(2)], {
    // The server stops when its channel to this process closes, however this process ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
});
