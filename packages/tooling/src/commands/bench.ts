// `npm run bench` builds the app and measures it beside its peers. See docs/performance.md. Takes the options of apps/bench.
import { join } from 'node:path';
import { buildApps, main, root, run } from '../../bootstrap.mjs';
import { readMemoryBytes, toHeapFlags } from '../../heap-flags.mjs';
import { ensureBrowsers } from '../browsers.ts';

await main(async () => {
  const env = ensureBrowsers(process.env, ['chromium']);
  await buildApps(env);
  // The measured server runs like `npm start`.
  env.BENCH_SERVER_FLAGS = toHeapFlags(readMemoryBytes(), env.NODE_OPTIONS).join(' ');
  return run(env, 'node', [join(root, 'apps/bench/src/main.ts'), ...process.argv.slice(2)]);
});
