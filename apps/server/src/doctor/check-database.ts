import { createECDH } from 'node:crypto';
import type { Services } from '@relato/api';
import { adminLimits, dayMs, lastBackupKey } from '@relato/contract';
import { MigrationError, requireMigrated } from '@relato/db';
import { z } from 'zod';
import { pushKeys } from '../boot/own-keys.ts';
import type { Examined } from './examined.ts';

type Database = Services['database'];

const { backupDays, clockMs } = adminLimits.doctor;

/** Compares the clock of this machine with that of the database. `now` is for tests. */
export async function checkClock(
  { sql }: Pick<Database, 'sql'>,
  now: () => number = Date.now,
): Promise<Examined> {
  const askedMs = now();
  const [row] = await sql<{ readonly ms: number }>({
    text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    values: [],
  });
  const answeredMs = now();
  // Any time between the question and its answer is correct.
  const apartMs = Math.round(Math.max(0, askedMs - (row?.ms ?? 0), (row?.ms ?? 0) - answeredMs));
  const found = apartMs === 0 ? 'agrees with the database' : `${apartMs} ms apart from the database`;
  return apartMs > clockMs
    ? { found, advice: 'Let both machines take their time from the network (NTP).' }
    : { found };
}

/** Checks how old the last complete backup is. */
export async function checkBackup({ prisma, sql }: Pick<Database, 'prisma' | 'sql'>): Promise<Examined> {
  const row = await prisma.setting.findUnique({ where: { key: lastBackupKey } });
  const takenAt = z.iso.datetime().safeParse(row?.value);
  const advice = 'Run npm run backup regularly, for example every night (docs/operations.md, "Backup").';
  if (!takenAt.success) return { found: 'none was ever made', advice };
  const [age] = await sql<{ readonly days: number }>({
    text: `SELECT floor(extract(epoch FROM clock_timestamp() - $1::timestamptz) * 1000 / ${dayMs})::int AS days`,
    values: [takenAt.data],
  });
  const days = age?.days ?? 0;
  const found = days === 0 ? 'the last one is of the last 24 hours' : `the last one is ${days} days old`;
  return days >= backupDays ? { found, advice } : { found };
}

/** Checks whether the database has every migration of the code on this disk. */
export async function checkMigrations(databaseUrl: string): Promise<Examined> {
  try {
    await requireMigrated(databaseUrl);
    return { found: 'all are applied' };
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return {
      found: error.message,
      advice: 'Start the servers again with this version, unless it is too old for it.',
    };
  }
}

interface PushPlace extends Pick<Services, 'pusher'> {
  readonly publicUrl: string;
}

/** Checks the keys by which the push services of browsers know this server. */
export async function checkPush(
  { prisma }: Pick<Database, 'prisma'>,
  { publicUrl, pusher }: PushPlace,
): Promise<Examined> {
  const kept = pushKeys.safeParse((await prisma.setting.findUnique({ where: { key: 'push' } }))?.value);
  const advice = "Restore the row 'push' of the table settings from a backup, and start the servers again.";
  if (!kept.success) return { found: 'the keys are missing', advice };
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(kept.data.privateKey, 'base64url');
  if (curve.getPublicKey('base64url') !== kept.data.publicKey)
    return { found: 'the two keys do not belong together', advice };
  if (pusher) return { found: 'the keys are there' };
  return publicUrl.startsWith('https:')
    ? { found: 'off', advice: 'Push services want a public name: localhost is none.' }
    : { found: 'off, because PUBLIC_URL has no https' };
}
