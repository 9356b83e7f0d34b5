import { join } from 'node:path';
import { prepareJobQueue } from '@relato/api';
import { applyMigrations, makeServerRole, restrictServer, startEmbeddedPostgres } from '@relato/db';
import type { Settings } from './env.ts';

/**
 * Migrates the database as its owner and resolves with the address that the server uses. Its role cannot change the
 * schema, unless DATABASE_URL is the only address given.
 */
export async function prepareDatabase(
  settings: Settings,
  closers: { readonly push: (closer: () => Promise<void>) => void },
  print: (line: string) => void,
): Promise<string> {
  const { databaseUrl, migrateDatabaseUrl } = settings;
  const ownerUrl =
    migrateDatabaseUrl ?? databaseUrl ?? (await startEmbedded(settings.dataDir, closers, print));
  await applyMigrations(ownerUrl);
  await prepareJobQueue(ownerUrl);
  const serverUrl = databaseUrl ?? (await makeServerRole(ownerUrl));
  if (serverUrl !== ownerUrl) await restrictServer(ownerUrl, serverUrl);
  return serverUrl;
}

async function startEmbedded(
  dataDir: string,
  closers: { readonly push: (closer: () => Promise<void>) => void },
  print: (line: string) => void,
): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    onProgress: (step) => print(`· ${step}`),
  });
  closers.push(() => postgres.stop());
  return postgres.url;
}
