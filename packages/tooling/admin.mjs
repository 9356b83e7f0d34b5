// `npm run admin -- …`: the administrators' command line.
import { join } from 'node:path';
import { main, prepare, root, run } from './bootstrap.mjs';

await main(async () =>
  run(await prepare(), 'node', [join(root, 'apps/admin/src/main.ts'), ...process.argv.slice(2)], {
    // npm starts scripts in the folder of the project.
    cwd: process.env.INIT_CWD ?? process.cwd(),
  }),
);
