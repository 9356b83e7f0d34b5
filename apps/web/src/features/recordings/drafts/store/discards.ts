import type { ErrorCode } from '@relato/contract/errors';
import type { RecordingId, UserId } from '@relato/contract/ids';
import { getErrorCode, isObject, isTransientError } from '../../../../lib/errors/error-data.ts';
import { createListeners } from '../../../../lib/listeners.ts';
import { readLocalJson, storeLocal } from '../../../../lib/local-storage.ts';

/** A recording that its owner deleted here, and that the server may still have. */
interface Discard {
  readonly id: RecordingId;
  readonly userId: UserId;
  /** The draft that replaces the recording. Until it is stored, the server may have the only copy. */
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

/**
 * The recordings that were deleted since the page was loaded, because a slightly older answer of the server may still list
 * them.
 */
const discardedNow = new Set<string>();

const discardedStories = createListeners();
/**
 * Calls the listener when a recording that was deleted here proves to be a story, because the answer of its save was lost or
 * another device saved it. Returns a function that unsubscribes.
 */
export const onDiscardedStory = discardedStories.subscribe;

/**
 * The outcome of a deletion: `deleted`, the bytes are gone; `soon`, the server will delete them; `later`, the call is repeated;
 * `refused`, the recording belongs to a story now; `failed`, the server keeps the recording for some weeks.
 */
export type DiscardOutcome = 'deleted' | 'soon' | 'later' | 'refused' | 'failed';

/**
 * Deletes a recording on the server, now or when `retryDiscards` runs: without a network the server keeps what was
 * uploaded, and would offer it as unsaved again. Never throws.
 */
export async function discardOnServer(discard: Discard, call: DiscardCall): Promise<DiscardOutcome> {
  noteDiscard(discard);
  return tryOnce(discard, call);
}

/** Stores that a recording must be deleted on the server, because the page may end before the call. */
export const noteDiscard = (discard: Discard): void =>
  store([...readDiscards().filter(({ id }) => id !== discard.id), discard].slice(-maxCount));

export const forgetDiscard = (recordingId: RecordingId): void =>
  store(readDiscards().filter(({ id }) => id !== recordingId));

/** Forgets the deletions of a user whose account is gone. */
export const forgetDiscardsOf = (userId: UserId): void =>
  store(readDiscards().filter((discard) => discard.userId !== userId));

interface DraftCopies {
  /** Returns whether this browser has the draft. */
  readonly has: (id: RecordingId) => Promise<boolean>;
  /** Deletes the draft of this browser, if there is one. Returns false while another tab works on it. */
  readonly remove: (id: RecordingId) => Promise<boolean>;
}

/** Repeats the deletions that were cut off, here or on the server. */
export async function retryDiscards(userId: UserId, call: DiscardCall, drafts: DraftCopies): Promise<void> {
  for (const { id, userId: ownerId, after } of readDiscards()) {
    if (ownerId !== userId) continue;
    if (await (after ? drafts.has(after) : drafts.remove(id))) await discardOnServer({ id, userId }, call);
  }
}

/** Returns whether the recording was deleted here, and must not be offered although the server may still have it. */
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
    const isStory = getErrorCode(error) === 'RECORDING_ALREADY_SAVED';
    outcome = isStory ? 'refused' : 'failed';
    if (isStory) discardedStories.notify();
  }
  forgetDiscard(id);
  return outcome;
}

/** UNAUTHENTICATED and RECORDING_NOT_OWN pass when the owner signs in again, and CONFLICT when a concurrent change has ended. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMITED',
  'UNAUTHENTICATED',
  'RECORDING_NOT_OWN',
  'CONFLICT',
]);

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

/** Does nothing if the storage is full or forbidden; the server was then called only once. */
const store = (discards: readonly Discard[]): void =>
  void storeLocal(key, discards.length === 0 ? null : JSON.stringify(discards));
