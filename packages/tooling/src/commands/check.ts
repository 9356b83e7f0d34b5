// `npm run check`: runs the static checks.
import { main, run } from '../../bootstrap.mjs';
import { staticChecks } from '../stages.ts';

await main(() => run(process.env, 'turbo', ['run', ...staticChecks, ...process.argv.slice(2)]));
