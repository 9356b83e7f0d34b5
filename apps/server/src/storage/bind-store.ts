import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Prisma } from '@relato/db';
import { checkS3, markName, StorageError, StorageSettingsError, type Storage } from '@relato/storage';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Settings } from '../boot/env.ts';

type StoreSettings = Pick<Settings, 'storage' | 's3' | 'dataDir' | 'databaseUrl'>;

const settingKey = 'store';
const binding = z.object({ id: z.string(), place: z.string().nullable() });
/**
 * The store of the recordings of a database. `id` is the text of the mark in the store. `place` is its last location, or
 * null until the first start has written the mark.
 */
type Binding = z.output<typeof binding>;

/** Returns whether store or database are elsewhere. The embedded database is beside its audio. */
const isApart = ({ storage, databaseUrl }: StoreSettings): boolean =>
  storage === 's3' || databaseUrl !== undefined;

const toPlace = ({ storage, s3 }: StoreSettings): string =>
  storage === 's3' && s3 ? `${s3.endpoint}/${s3.bucket}` : 'disk';

interface Store {
  readonly database: Database;
  readonly storage: Storage;
}

/**
 * Makes sure that the database and the store belong together. Servers with separate disks would each miss recordings, and
 * two databases would delete each other's objects. The first start writes one id into both. Throws StorageSettingsError.
 */
export async function bindStore(store: Store, settings: StoreSettings): Promise<void> {
  try {
    await bind(store, settings);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new StorageSettingsError(explainTrouble(settings, error), { cause: error, mayPass: true });
  }
}

async function bind({ database, storage }: Store, settings: StoreSettings): Promise<void> {
  const { prisma } = database;
  const place = toPlace(settings);
  const [bound, mark] = [await readBinding(prisma), await storage.readMark()];
  // The embedded database checks a mark too, because without DATABASE_URL an operator gets an empty database beside the
  // audio of another. A bound one without a mark here has its audio in another store.
  if (!bound && mark === null && !isApart(settings)) return;
  if (bound && bound.id === mark) {
    if (bound.place !== place) await writeBinding(prisma, { ...bound, place });
    return;
  }
  // The database row comes before the mark, so that a start that ended between the two recognizes its mark the next time.
  if (mark === null)
    await prisma.setting.createMany({
      data: { key: settingKey, value: { id: randomUUID(), place: null } },
      skipDuplicates: true,
    });
  await prisma.$transaction((tx) => bindFirst({ tx, storage }, settings), { timeout: firstStartMs });
}

/** The first start of several servers at once takes turns: each writes to the store while the others wait. */
const firstStartMs = 60_000;

async function bindFirst(
  { tx, storage }: Pick<Store, 'storage'> & { readonly tx: Prisma.TransactionClient },
  settings: StoreSettings,
): Promise<void> {
  for (const name of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'])
    await tx.$queryRaw`SELECT set_config(${name}, ${String(firstStartMs)}, true)`;
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${settingKey}, 0))`;
  const [bound, mark] = [await readBinding(tx), await storage.readMark()];
  const isNew = bound?.place === null && mark === null;
  if (!bound || (bound.id !== mark && !isNew)) throw new StorageSettingsError(explain(settings, bound, mark));
  if (isNew) await storage.writeMark(bound.id);
  await writeBinding(tx, { ...bound, place: toPlace(settings) });
}

/**
 * Returns if the database has used the store that does not answer, which is then only away for a while. Otherwise throws
 * `silence`, because the settings have never worked.
 */
export async function requireKnownStore(
  { prisma }: Pick<Database, 'prisma'>,
  settings: StoreSettings,
  silence: StorageSettingsError,
): Promise<void> {
  if ((await readBinding(prisma))?.place !== toPlace(settings)) throw silence;
}

const lookAgainMs = 30_000;

/** Checks the store after it answers again, like the start does. Throws StorageSettingsError if the store is unusable. */
export async function checkWhenBack(
  store: Store & { readonly logger: Logger },
  settings: StoreSettings,
  signal: AbortSignal,
  everyMs = lookAgainMs,
): Promise<void> {
  const { logger } = store;
  let hasRefused = false;
  while (!signal.aborted) {
    await delay(everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted || !settings.s3) return;
    let hasPassed = false;
    try {
      await checkS3(settings.s3);
      hasPassed = true;
      await bindStore(store, settings);
      logger.info('the store answers again');
      return;
    } catch (error) {
      const isRefusal = error instanceof StorageSettingsError && !error.mayPass;
      // A returning store, or the proxy before it, may refuse once. The store of another database stops the server at once.
      if (isRefusal && (hasPassed || hasRefused)) throw error;
      hasRefused = isRefusal;
      logger.warn({ err: error }, 'the store does not answer');
    }
  }
}

/** SQL for the id of the store, without a row for a database that has used none but its own disk. */
export const selectStoreId = `SELECT value->>'id' AS id FROM public.settings WHERE key = '${settingKey}'`;

/** Binds a restored database to the store of its restored recordings. */
export async function bindRestored({ database, storage }: Store): Promise<void> {
  const id = (await readBinding(database.prisma))?.id ?? null;
  if ((await storage.readMark()) !== id) await storage.writeMark(id ?? '');
}

async function readBinding(client: Prisma.TransactionClient): Promise<Binding | null> {
  const row = await client.setting.findUnique({ where: { key: settingKey } });
  return row ? binding.parse(row.value) : null;
}

const writeBinding = async (client: Prisma.TransactionClient, value: Binding): Promise<void> =>
  void (await client.setting.upsert({
    where: { key: settingKey },
    create: { key: settingKey, value },
    update: { value },
  }));

/** Returns a name of the store for the operator, and the settings of its place. */
function describe({ storage, s3, dataDir }: StoreSettings) {
  return storage === 's3'
    ? { place: `The bucket "${s3?.bucket}" at ${s3?.endpoint}`, setting: 'S3_ENDPOINT and S3_BUCKET' }
    : { place: join(dataDir, 'audio'), setting: 'DATA_DIR' };
}

function explainTrouble(settings: StoreSettings, { message, reason, cause }: StorageError): string {
  const { place, setting } = describe(settings);
  if (reason === 'full')
    return `${place} is full: the first start writes ${markName} there. Make room in it, or set ${setting} to another place.`;
  const code = cause instanceof Error && 'code' in cause ? `: ${String(cause.code)}` : '';
  return `${place} cannot be used (${message}${code}). Let Relato read and write there, or set ${setting} to another place.`;
}

function explain(settings: StoreSettings, bound: Binding | null, mark: string | null): string {
  const isBucket = settings.storage === 's3';
  const { place, setting } = describe(settings);
  const file = isBucket ? 'its object' : 'its file';
  const remedy =
    bound && bound.place !== null
      ? `write ${bound.id} into ${file} ${markName}`
      : `delete ${file} ${markName}`;
  return mark === null
    ? `${place} has not the recordings of this database. Set ${setting} to where they are${isBucket ? '' : ', one folder for all servers, or STORAGE=s3'}. If they were moved there by hand, ${remedy}.`
    : `${place} has the recordings of another database. Set DATABASE_URL to that one, or ${setting} to the place of this one. If it is the right place, ${remedy}.`;
}
