import { DatabaseUnreachableError, EmbeddedPostgresError } from '@relato/db';
import { SettingsError } from './boot/env.ts';
import {
  makeAdministratorUsage,
  NotMadeError,
  runMakeAdministrator,
} from './boot/make-administrator-command.ts';
import { NoDatabaseError } from './boot/reach-database.ts';
import { runCommand } from './boot/run-command.ts';

await runCommand({
  usage: makeAdministratorUsage,
  run: runMakeAdministrator,
  expected: [NotMadeError, NoDatabaseError, SettingsError, DatabaseUnreachableError, EmbeddedPostgresError],
  stopped: 'Stopped.',
});
