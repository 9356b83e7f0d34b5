// `npm run transcription:evaluate -- FOLDER`: word errors, speed and memory of the configured transcriber.
import { runServerCommand } from './bootstrap.mjs';

await runServerCommand('evaluation/main.ts');
