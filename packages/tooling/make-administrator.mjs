// `npm run make-administrator -- you@example.org`: makes the first administrator, on the machine of the server.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { main, prepare, root, run, runQuietly } from './bootstrap.mjs';

await main(async () => {
  const env = await prepare();
  await runQuietly(env, 'Preparing', 'turbo', ['run', '@relato/db#generate', '--output-logs=errors-only']);
  const settings = existsSync(join(root, '.env')) ? ['--env-file', join(root, '.env')] : [];
  const script = join(root, 'apps/server/src/make-administrator.ts');
  return run(env, 'node', [...settings, script, ...process.argv.slice(2)]);
});
