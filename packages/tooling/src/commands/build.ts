// `npm run build` builds the web app, and prints the size of the first loads.
import { main, run } from '../../bootstrap.mjs';

await main(() => run(process.env, 'turbo', ['run', 'build', '--output-logs=full', ...process.argv.slice(2)]));
