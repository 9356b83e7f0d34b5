import { isDatabaseUnavailable } from '@relato/db';
import { runCommand } from '../boot/run-command.ts';
import { backupUsage, runBackupCommand } from './backup-commands.ts';

await runCommand({
  usage: backupUsage,
  run: runBackupCommand,
  explain: (error) =>
    isDatabaseUnavailable(error)
      ? `The database failed (${error.message}). The same command can be repeated.`
      : null,
  stopped: 'Stopped. The same command can be repeated.',
});
