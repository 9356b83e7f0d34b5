// `npm run storage -- …`: moves the audio between stores.
import { runServerCommand } from './bootstrap.mjs';

await runServerCommand('storage/main.ts');
