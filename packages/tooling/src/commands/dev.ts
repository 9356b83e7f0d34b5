// `npm run dev` runs the server, restarted on change, and the web app with hot reload in front of it. Both use the settings
// and the data of `npm start`.
import { main, run } from '../../bootstrap.mjs';

// The app has the address of Vite instead of that in `.env`.
const env = { ...process.env, PUBLIC_URL: '' };

await main(() => run(env, 'turbo', ['run', 'dev', ...process.argv.slice(2)]));
