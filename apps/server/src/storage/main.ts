import { runCommand } from '../boot/run-command.ts';
import { runStorageCommand, storageUsage } from './storage-commands.ts';

await runCommand({
  usage: storageUsage,
  run: runStorageCommand,
  stopped: 'Stopped. The same command continues there.',
});
