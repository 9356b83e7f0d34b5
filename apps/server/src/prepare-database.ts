import { join } from 'node:path';
import { prepareJobQueue } from '@relato/api';
import { applyMigrations, makeServerRole, restrictServer, startEmbeddedPostgres } from '@relato/db';
import type { Settings } from './env.ts';

/**
 * Brings the database up to date as its owner, and resolves with the address that the server works with: of a role that
 * cannot change the schema, but where DATABASE_URL is the only way in.
 */
export async function prepareDatabase(
  settings: Settings,
  closers: { readonly push: (closer: () => Promise<void>) => void },
  say: (line: string) => void,
): Promise<string> {
  const { databaseUrl, migrateDatabaseUrl } = settings;
  const ownerUrl = migrateDatabaseUrl ?? databaseUrl ?? (await startEmbedded(settings.dataDir, closers, say));
  await applyMigrations(ownerUrl);
  await prepareJobQueue(ownerUrl);
  const serverUrl = databaseUrl ?? (await makeServerRole(ownerUrl));
  if (serverUrl !== ownerUrl) await restrictServer(ownerUrl, serverUrl);
  return serverUrl;
}

async function startEmbedded(
  dataDir: string,
  closers: { readonly push: (closer: () => Promise<void>) => void },
  say: (line: string) => void,
): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    onProgress: (step) => say(`· ${step}`),
  });
  closers.push(() => postgres.stop());
  return postgres.url;
}
