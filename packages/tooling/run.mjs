// `npm run check`, `npm run build`: a Turborepo task, on a machine that may have nothing installed yet.
import { main, prepare, run } from './bootstrap.mjs';

await main(async () => {
  const [task, ...rest] = process.argv.slice(2);
  return run(await prepare(), 'turbo', ['run', task, '--output-logs=errors-only', ...rest]);
});
