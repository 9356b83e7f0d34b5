// `npm run dev`: the server restarted on change, and the web app with hot reload in front of it.
import { main, prepare, run } from './bootstrap.mjs';

await main(async () => run(await prepare(), 'turbo', ['run', 'dev', ...process.argv.slice(2)]));
