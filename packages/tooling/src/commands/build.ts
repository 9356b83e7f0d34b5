// `npm run build`: builds the web app. Its output says how much a browser loads first.
import { main, run } from '../../bootstrap.mjs';

await main(() => run(process.env, 'turbo', ['run', 'build', '--output-logs=full', ...process.argv.slice(2)]));
