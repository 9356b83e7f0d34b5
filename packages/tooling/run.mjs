// `npm run check`, `npm run build`: Turborepo tasks, on a machine that may have nothing installed yet.
import { Failure, main, prepare, run } from './bootstrap.mjs';

const commands = {
  check: [
    'typecheck',
    'lint',
    'format:check',
    'unused',
    'structure',
    'policies',
    'specification',
    '--output-logs=errors-only',
    '--continue',
  ],
  // Its output says how much a browser loads first.
  build: ['build', '--output-logs=full'],
};

await main(async () => {
  const [name, ...rest] = process.argv.slice(2);
  const tasks = commands[name];
  if (!tasks) throw new Failure(`There is no command '${name}': ${Object.keys(commands).join(', ')}`);
  return run(await prepare(), 'turbo', ['run', ...tasks, ...rest]);
});
