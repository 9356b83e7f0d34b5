import { StorageError, type ListedObject, type Storage } from '@relato/storage';
import { forEachOf } from '../boot/for-each-of.ts';
import { toPercent } from '../boot/progress-line.ts';

export interface CopyWork {
  readonly from: Storage;
  readonly to: Storage;
  /** Shows the progress in place of the line before. */
  readonly show: (text: string) => void;
  readonly signal: AbortSignal;
}

/** The faults of objects, for the operator. */
export interface ObjectTrouble {
  readonly key: string;
  readonly trouble: string;
}

export interface Copied {
  readonly copied: number;
  /** The number of objects that the store already had. */
  readonly kept: number;
  readonly troubles: readonly ObjectTrouble[];
}

/** A store with this many failures is out of order, and further attempts would only take time. */
const maxTroubles = 20;

/**
 * Copies the objects that `to` lacks. Objects appear in a store whole and rarely change, so that an object of the same size
 * is skipped, or compared with `hashes`. Servers may run meanwhile: an object that they delete during its copy is deleted in
 * `to` as well. Throws the reason of `signal`, and StorageError if `to` is unusable.
 */
export async function copyObjects(
  { from, to, show, signal }: CopyWork,
  { hashes }: { readonly hashes: boolean },
): Promise<Copied> {
  const objects = await listAll(from, 'Looking at what there is', { show, signal });
  const there = new Map(
    (await listAll(to, 'Looking at what was copied', { show, signal })).map(({ key, bytes }) => [key, bytes]),
  );
  const isSame = async (key: string): Promise<boolean> => {
    const [ours, theirs] = await measureBoth({ from, to }, key);
    return ours !== null && ours.sha256 === theirs?.sha256;
  };
  const looked = objects.filter(({ key, bytes }) => hashes || there.get(key) !== bytes);
  const troubles: ObjectTrouble[] = [];
  let copied = 0;
  let kept = objects.length - looked.length;
  let done = 0;
  await forEachOf(looked, async ({ key }) => {
    signal.throwIfAborted();
    try {
      if (hashes && (await isSame(key))) kept += 1;
      else if (await copyObject({ from, to }, key)) copied += 1;
    } catch (error) {
      troubles.push({ key, trouble: describe(error) });
      if (troubles.length >= maxTroubles) throw error;
    }
    done += 1;
    show(`Copying: ${done} of ${looked.length} ${toPercent(done / looked.length)}`);
  });
  return { copied, kept, troubles };
}

/** Returns false if the object was deleted meanwhile. The put has compared the arrived bytes with the hash. */
async function copyObject({ from, to }: Pick<CopyWork, 'from' | 'to'>, key: string): Promise<boolean> {
  const content = await readUnlessGone(from, key);
  if (content === null) return false;
  await to.put(key, content);
  if (await from.measure(key, { hash: false })) return true;
  await to.delete(key);
  return false;
}

async function readUnlessGone(from: Storage, key: string): Promise<Uint8Array | null> {
  try {
    return await from.read(key);
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'missing') return null;
    throw error;
  }
}

export interface Verified {
  readonly same: number;
  readonly troubles: readonly ObjectTrouble[];
  /** The number of objects that only `to` has. */
  readonly others: number;
}

/** Reads every object of both stores and compares the hashes. */
export async function verifyObjects({ from, to, show, signal }: CopyWork): Promise<Verified> {
  const objects = await listAll(from, 'Looking at what there is', { show, signal });
  const own = new Set(objects.map(({ key }) => key));
  const others = (await listAll(to, 'Looking at the other store', { show, signal })).filter(
    ({ key }) => !own.has(key),
  );
  const troubles: ObjectTrouble[] = [];
  let [same, done] = [0, 0];
  await forEachOf(objects, async ({ key }) => {
    signal.throwIfAborted();
    const [ours, theirs] = await Promise.all([from, to].map((store) => store.measure(key, { hash: true })));
    // An object that is missing in the first store was deleted meanwhile.
    if (ours && !theirs) troubles.push({ key, trouble: 'is not there' });
    else if (ours && theirs && ours.sha256 !== theirs.sha256)
      troubles.push({ key, trouble: 'has other bytes there' });
    else if (ours) same += 1;
    done += 1;
    show(`Comparing: ${done} of ${objects.length} ${toPercent(done / objects.length)}`);
  });
  return { same, troubles, others: others.length };
}

const measureBoth = ({ from, to }: Pick<CopyWork, 'from' | 'to'>, key: string) =>
  Promise.all([from.measure(key, { hash: true }), to.measure(key, { hash: true })]);

async function listAll(
  store: Storage,
  label: string,
  { show, signal }: Pick<CopyWork, 'show' | 'signal'>,
): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  for await (const objects of store.list()) {
    signal.throwIfAborted();
    found.push(...objects);
    show(`${label}: ${found.length}`);
  }
  return found;
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
