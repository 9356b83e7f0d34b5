import { makeAdministratorUsage, runMakeAdministrator } from './boot/make-administrator-command.ts';
import { runCommand } from './boot/run-command.ts';

await runCommand({
  usage: makeAdministratorUsage,
  run: runMakeAdministrator,
  stopped: 'Stopped.',
});
