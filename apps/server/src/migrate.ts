import { OperatorError } from '@relato/contract/operator-error';
import { readSettings, SettingsError } from './boot/env.ts';
import { prepareDatabase } from './boot/prepare-database.ts';

// Applies the pending migrations as the owner of the database, for servers that only have DATABASE_URL.

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const settings = readSettings(process.env, process.cwd());
  if (settings.migrateDatabaseUrl === undefined) {
    throw new SettingsError(["MIGRATE_DATABASE_URL must be set: the address of the database's owner."]);
  }
  // An external database leaves nothing to close.
  const stopping = new AbortController();
  // The first process of a container ignores signals that it does not handle.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  await prepareDatabase(settings, { push: () => {} }, print, stopping.signal);
  print('The database has every migration.');
}

main().catch((error: unknown) => {
  const shown = error instanceof OperatorError ? error.message : error;
  process.stderr.write(`${String(shown instanceof Error ? shown.stack : shown)}\n`);
  process.exit(1);
});
