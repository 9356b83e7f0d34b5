import {
  DatabaseRoleError,
  DatabaseUnreachableError,
  EmbeddedPostgresError,
  isDatabaseUnavailable,
  MigrationError,
  RestoreError,
} from '@relato/db';
import { StorageError, StorageSettingsError } from '@relato/storage';
import { backupUsage, runBackupCommand } from './backup-commands.ts';
import { BackupError } from './backup-error.ts';
import { SettingsError } from '../boot/env.ts';
import { NoDatabaseError } from '../boot/reach-database.ts';
import { runCommand } from '../boot/run-command.ts';

await runCommand({
  usage: backupUsage,
  run: runBackupCommand,
  expected: [
    BackupError,
    DatabaseRoleError,
    DatabaseUnreachableError,
    EmbeddedPostgresError,
    MigrationError,
    NoDatabaseError,
    RestoreError,
    SettingsError,
    StorageError,
    StorageSettingsError,
  ],
  explain: (error) =>
    isDatabaseUnavailable(error)
      ? `The database failed (${error.message}). The same command can be repeated.`
      : null,
  stopped: 'Stopped. The same command can be repeated.',
});
