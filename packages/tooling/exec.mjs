// Runs one of the installed commands: `node packages/tooling/exec.mjs oxfmt .`
import { main, prepare, run } from './bootstrap.mjs';

await main(async () => {
  const [command = '', ...args] = process.argv.slice(2);
  return run(await prepare(), command, args);
});
