import { runCommand } from '../boot/run-command.ts';
import { modelUsage, runModelCommand } from './model-commands.ts';

await runCommand({
  usage: modelUsage,
  run: runModelCommand,
  stopped: 'Stopped. The same command continues there.',
});
