import { join } from 'node:path';
import { prepareJobQueue } from '@relato/api';
import {
  applyMigrations,
  makeServerRole,
  mayChangeSchema,
  requireMigrated,
  restrictServer,
  startEmbeddedPostgres,
  takeRestoreMark,
  type EmbeddedPostgresOptions,
} from '@relato/db';
import type { Settings } from './env.ts';

/**
 * Migrates the database as its owner and resolves with the address for the server. The role of the server cannot change the
 * schema, except outside of production with DATABASE_URL as the only address, as which two equal ones count. If its role
 * cannot migrate, another process must have migrated before.
 */
export async function prepareDatabase(
  settings: Settings,
  closers: { readonly push: (closer: () => Promise<void>) => void },
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<string> {
  const onProgress = (step: string): void => print(`· ${step}`);
  const { databaseUrl, migrateDatabaseUrl, isProduction } = settings;
  if (databaseUrl !== undefined && (migrateDatabaseUrl ?? databaseUrl) === databaseUrl) {
    const isOwner = await mayChangeSchema(databaseUrl, { mustNot: isProduction });
    if (!isOwner) {
      await requireMigrated(databaseUrl);
      return databaseUrl;
    }
  }
  const waiting = { onProgress, signal };
  const ownerUrl =
    migrateDatabaseUrl ?? databaseUrl ?? (await startEmbedded(settings.dataDir, closers, waiting));
  // The migration waits for a running restore.
  await applyMigrations(ownerUrl, waiting);
  const cut = await takeRestoreMark(ownerUrl);
  if (cut !== null)
    onProgress(`a restore ${cut} was cut off: everything is as it was before it. Stop, and repeat it.`);
  await prepareJobQueue(ownerUrl);
  const serverUrl = databaseUrl ?? (await makeServerRole(ownerUrl));
  if (serverUrl !== ownerUrl) await restrictServer(ownerUrl, serverUrl, waiting);
  return serverUrl;
}

async function startEmbedded(
  dataDir: string,
  closers: { readonly push: (closer: () => Promise<void>) => void },
  waiting: Pick<EmbeddedPostgresOptions, 'onProgress' | 'signal'>,
): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    hasReserve: true,
    ...waiting,
  });
  closers.push(() => postgres.stop());
  return postgres.url;
}
