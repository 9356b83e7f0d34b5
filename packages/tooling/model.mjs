// `npm run model -- …`: the models of the transcriber of this machine.
import { runServerCommand } from './bootstrap.mjs';

await runServerCommand('models/main.ts');
