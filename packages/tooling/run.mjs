// `npm run check`, `npm test`, …: runs src/commands/NAME.ts on a machine that may have nothing installed yet.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, main, prepare, root, run } from './bootstrap.mjs';

await main(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const script = join(root, 'packages/tooling/src/commands', `${name}.ts`);
  if (!existsSync(script))
    throw new Failure(`There is no command '${name}' in packages/tooling/src/commands.`);
  return run(await prepare(), 'node', [script, ...args]);
});
