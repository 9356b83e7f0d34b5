// `npm run backup -- FOLDER` and `npm run restore -- FOLDER`: all rows and recordings, as a folder.
import { runServerCommand } from './bootstrap.mjs';

await runServerCommand('backup/main.ts', { database: true });
