// `npm run test:faults`: breaks a real server in the ways of docs/reliability.md, and prints what became of what it had
// acknowledged. `--long` tries each fault as often as that page says, `--short` once; numbers name single rows.
import { join } from 'node:path';
import { main, root, run } from '../../bootstrap.mjs';

await main(() =>
  run(process.env, 'node', [join(root, 'apps/server/src/testing/drills/run.ts'), ...process.argv.slice(2)]),
);
