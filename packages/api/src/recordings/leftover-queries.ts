import { limits, retention, serverLimits, type StorageCheck, type StorageCheckInput } from '@relato/contract';
import { z } from 'zod';
import type { Services } from '../rpc/context.ts';
import { decodeCursor, encodeCursor, idPosition, textPart } from '../rpc/cursor.ts';
import { listKeptKeys } from './queries.ts';

/** Returns the time before which an object without a row counts as left behind; a younger one may belong to a running upload. */
export const toLeftoverTime = (): Date => new Date(Date.now() - retention.leftoverFile.hours * 3_600_000);

interface OldObjects {
  readonly unreferenced: readonly string[];
  /** The number of those with a row. */
  readonly referenced: number;
  /** The last key of the store that was looked at. */
  readonly last: string | undefined;
}

/** Yields the objects behind the key `after` that are old enough to be left behind. */
export async function* listOldObjects(services: Services, after?: string): AsyncGenerator<OldObjects> {
  const before = toLeftoverTime();
  for await (const objects of services.storage.list(after)) {
    const keys = objects.filter(({ writtenAt }) => writtenAt < before).map(({ key }) => key);
    const kept = await listKeptKeys(services, keys);
    const unreferenced = keys.filter((key) => !kept.has(key));
    yield { unreferenced, referenced: kept.size, last: objects.at(-1)?.key };
  }
}

interface OldCounts {
  readonly unreferenced: number;
  readonly referenced: number;
}

/**
 * Returns what deletes the objects without a row: the daily cleanup, if they are no more than killed processes leave behind;
 * a repair; or nothing, if they outnumber the others, because the store then belongs to another database or to a later state
 * of this one.
 */
export function toFate({ unreferenced, referenced }: OldCounts): NonNullable<StorageCheck['leftovers']> {
  const { count, ratio } = limits.recording.leftovers;
  if (unreferenced > referenced) return 'kept';
  return unreferenced > Math.max(count, referenced * ratio) ? 'repair' : 'cleanup';
}

const count = z.int().nonnegative();

/** Where a check of the store goes on: behind an object, with the counts of those up to there. */
interface StorePosition extends OldCounts {
  readonly step: 'count' | 'delete';
  readonly after: string;
}
const storePosition = z
  .tuple([z.enum(['count', 'delete']), textPart, count, count])
  .transform(([step, after, unreferenced, referenced]) => ({ step, after, unreferenced, referenced }));
const checkPosition = z.union([idPosition, storePosition]);

export const startOfStore: StorePosition = { step: 'count', after: '', unreferenced: 0, referenced: 0 };

export const toStoreCursor = ({ step, after, unreferenced, referenced }: StorePosition): string =>
  encodeCursor([step, after, unreferenced, referenced]);

/** Returns null while a check is at the recordings, which come before the store. Throws CURSOR_INVALID. */
export function toStorePosition(cursor: StorageCheckInput['cursor']): StorePosition | null {
  const position = cursor ? decodeCursor(checkPosition, cursor) : null;
  return position === null || Array.isArray(position) ? null : position;
}

/** Reads old objects for the time of one call. Returns the key behind which the next call goes on, or null at the end. */
export async function readOldObjects(
  services: Services,
  after: string,
  onObjects: (objects: OldObjects) => Promise<void> | void,
): Promise<string | null> {
  const endsAtMs = performance.now() + serverLimits.storageCheck.batchMs;
  for await (const objects of listOldObjects(services, after)) {
    await onObjects(objects);
    if (objects.last !== undefined && performance.now() > endsAtMs) return objects.last;
  }
  return null;
}

/** Counts the old objects in the next part of the store. `next` is null at the end. */
export async function countOldObjects(
  services: Services,
  { after, ...counted }: StorePosition,
): Promise<OldCounts & { readonly next: StorePosition | null }> {
  let { unreferenced, referenced } = counted;
  const last = await readOldObjects(services, after, (objects) => {
    unreferenced += objects.unreferenced.length;
    referenced += objects.referenced;
  });
  const counts = { unreferenced, referenced };
  return { ...counts, next: last === null ? null : { ...counts, step: 'count', after: last } };
}

/** Returns the answer of a call that looks at the store alone. */
export const toStoreCheck = (
  { unreferenced }: OldCounts,
  outcome: NonNullable<StorageCheck['leftovers']> | StorePosition,
): StorageCheck => ({
  checked: 0,
  problems: [],
  unreferenced,
  ...(typeof outcome === 'string'
    ? { leftovers: outcome, nextCursor: null }
    : { leftovers: null, nextCursor: toStoreCursor(outcome) }),
});
