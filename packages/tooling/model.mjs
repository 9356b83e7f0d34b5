// `npm run model -- …`: the models of the transcriber of this machine.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { main, prepare, root, run } from './bootstrap.mjs';

await main(async () => {
  const settings = existsSync(join(root, '.env')) ? ['--env-file', join(root, '.env')] : [];
  const script = join(root, 'apps/server/src/model.ts');
  return run(await prepare(), 'node', [...settings, script, ...process.argv.slice(2)]);
});
