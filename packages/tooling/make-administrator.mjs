// `npm run make-administrator -- you@example.org`: makes the first administrator, on the machine of the server.
import { runServerCommand } from './bootstrap.mjs';

await runServerCommand('make-administrator.ts', { database: true });
