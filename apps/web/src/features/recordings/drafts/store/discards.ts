import type { RecordingId, UserId } from '@relato/contract/ids';
import { getErrorCode, isObject, isTransientError } from '../../../../lib/errors/error-data.ts';
import { readLocalJson, storeLocal } from '../../../../lib/local-storage.ts';

/** A recording that its owner deleted here, and that the server may still have. */
interface Discard {
  readonly id: RecordingId;
  readonly userId: UserId;
}

type DiscardCall = (id: RecordingId) => Promise<unknown>;

const key = 'relato.discards';
/** The server deletes recordings without a story by itself, so the oldest can be forgotten. */
const maxCount = 100;

/** The recordings that were deleted since the page was loaded: an answer of the server from before may still list them. */
const discardedNow = new Set<string>();

/**
 * Deletes a recording on the server, now or when `retryDiscards` runs: without a network the server keeps what was
 * uploaded, and would offer it as unsaved again. Never throws.
 */
export async function discardOnServer(discard: Discard, call: DiscardCall): Promise<void> {
  store([...readDiscards().filter(({ id }) => id !== discard.id), discard].slice(-maxCount));
  await tryOnce(discard, call);
}

/** Deletes what this user deleted here and the server was not told of. */
export async function retryDiscards(userId: UserId, call: DiscardCall): Promise<void> {
  for (const discard of readDiscards()) if (discard.userId === userId) await tryOnce(discard, call);
}

/** Returns whether the recording was deleted here, so that it is not offered although the server may have it. */
export const isDiscarded = (recordingId: RecordingId): boolean =>
  discardedNow.has(recordingId) || readDiscards().some(({ id }) => id === recordingId);

async function tryOnce({ id }: Discard, call: DiscardCall): Promise<void> {
  discardedNow.add(id);
  try {
    await call(id);
  } catch (error) {
    console.warn('A recording was not deleted on the server', error);
    if (mayPass(error)) return;
  }
  store(readDiscards().filter((discard) => discard.id !== id));
}

function mayPass(error: unknown): boolean {
  const code = getErrorCode(error);
  return isTransientError(error) || code === 'RATE_LIMITED' || code === 'UNAUTHENTICATED';
}

function readDiscards(): readonly Discard[] {
  const stored = readLocalJson(key);
  return Array.isArray(stored) ? stored.filter(isDiscard) : [];
}

function isDiscard(value: unknown): value is Discard {
  return (
    isObject(value) &&
    'id' in value &&
    'userId' in value &&
    typeof value.id === 'string' &&
    typeof value.userId === 'string'
  );
}

/** With a full or forbidden storage the server is told once. */
const store = (discards: readonly Discard[]): void =>
  void storeLocal(key, discards.length === 0 ? null : JSON.stringify(discards));
