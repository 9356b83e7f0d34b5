import { StorageError, StorageSettingsError } from '@relato/storage';
import { SettingsError } from '../boot/env.ts';
import { runCommand } from '../boot/run-command.ts';
import { runStorageCommand, storageUsage } from './storage-commands.ts';

await runCommand({
  usage: storageUsage,
  run: runStorageCommand,
  expected: [SettingsError, StorageError, StorageSettingsError],
  stopped: 'Stopped. The same command continues there.',
});
