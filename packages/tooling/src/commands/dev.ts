// `npm run dev`: runs the server, restarted on change, and the web app with hot reload in front of it.
import { main, run } from '../../bootstrap.mjs';

await main(() => run(process.env, 'turbo', ['run', 'dev', ...process.argv.slice(2)]));
