// `npm run backup`, `npm run model`, …: runs a script of the server on a machine that may have nothing installed yet.
import { join } from 'node:path';
import { generateClient, main, prepare, root, run, settingsFlags } from './bootstrap.mjs';

/** The scripts that import the generated client of the database. */
const needClient = new Set(['backup/main.ts', 'make-administrator.ts']);

await main(async () => {
  const [script = '', ...args] = process.argv.slice(2);
  const env = await prepare();
  if (needClient.has(script)) await generateClient(env);
  return run(env, 'node', [...settingsFlags(), join(root, 'apps/server/src', script), ...args]);
});
