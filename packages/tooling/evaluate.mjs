// `npm run transcription:evaluate -- FOLDER`: word errors, speed and memory of the configured transcriber.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { main, prepare, root, run } from './bootstrap.mjs';

await main(async () => {
  const settings = existsSync(join(root, '.env')) ? ['--env-file', join(root, '.env')] : [];
  const script = join(root, 'apps/server/src/evaluate.ts');
  return run(await prepare(), 'node', [...settings, script, ...process.argv.slice(2)]);
});
