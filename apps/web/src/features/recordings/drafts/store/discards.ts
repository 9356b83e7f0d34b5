import type { ErrorCode } from '@relato/contract/errors';
import type { RecordingId, UserId } from '@relato/contract/ids';
import { getErrorCode, isObject, isTransientError } from '../../../../lib/errors/error-data.ts';
import { readLocalJson, storeLocal } from '../../../../lib/local-storage.ts';

/** A recording that its owner deleted here, and that the server may still have. */
interface Discard {
  readonly id: RecordingId;
  readonly userId: UserId;
  /** The draft that takes its place: until this browser has it, the server may have the only copy of the recording. */
  readonly after?: RecordingId;
}

/** Refused with RECORDING_NOT_OWN if another user has signed in since. */
type DiscardCall = (input: {
  readonly id: RecordingId;
  readonly ownerId: UserId;
}) => Promise<{ readonly isErased: boolean }>;

const key = 'relato.discards';
/** The server deletes recordings without a story by itself, so the oldest can be forgotten. */
const maxCount = 100;

/** The recordings that were deleted since the page was loaded: an answer of the server from before may still list them. */
const discardedNow = new Set<string>();

/**
 * The outcome of a deletion: `deleted`, the bytes are gone; `soon`, the server will delete them; `later`, the server was not reached;
 * `refused`, the recording belongs to a story now.
 */
export type DiscardOutcome = 'deleted' | 'soon' | 'later' | 'refused';

/**
 * Deletes a recording on the server, now or when `retryDiscards` runs: without a network the server keeps what was
 * uploaded, and would offer it as unsaved again. Never throws.
 */
export async function discardOnServer(discard: Discard, call: DiscardCall): Promise<DiscardOutcome> {
  noteDiscard(discard);
  return tryOnce(discard, call);
}

/** Remembers that a recording is to be deleted on the server, before the page can end. */
export const noteDiscard = (discard: Discard): void =>
  store([...readDiscards().filter(({ id }) => id !== discard.id), discard].slice(-maxCount));

export const forgetDiscard = (recordingId: RecordingId): void =>
  store(readDiscards().filter(({ id }) => id !== recordingId));

/** Deletes what this user deleted here and the server was not told of. `hasDraft` returns whether this browser has a draft. */
export async function retryDiscards(
  userId: UserId,
  call: DiscardCall,
  hasDraft: (id: RecordingId) => Promise<boolean>,
): Promise<void> {
  for (const { id, userId: ownerId, after } of readDiscards()) {
    if (ownerId !== userId || (after && !(await hasDraft(after)))) continue;
    await discardOnServer({ id, userId }, call);
  }
}

/** Returns whether the recording was deleted here, so that it is not offered although the server may have it. */
export const isDiscarded = (recordingId: RecordingId): boolean =>
  discardedNow.has(recordingId) || readDiscards().some(({ id, after }) => id === recordingId && !after);

async function tryOnce({ id, userId }: Discard, call: DiscardCall): Promise<DiscardOutcome> {
  discardedNow.add(id);
  let outcome: DiscardOutcome;
  try {
    const { isErased } = await call({ id, ownerId: userId });
    outcome = isErased ? 'deleted' : 'soon';
  } catch (error) {
    console.warn('A recording was not deleted on the server', error);
    if (mayPass(error)) return 'later';
    outcome = 'refused';
  }
  forgetDiscard(id);
  return outcome;
}

/** The last two: the owner may sign in again. */
const passing: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'UNAUTHENTICATED', 'RECORDING_NOT_OWN']);

function mayPass(error: unknown): boolean {
  const code = getErrorCode(error);
  return isTransientError(error) || (code !== null && passing.has(code));
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
