import type { RecordingId } from '@relato/contract/ids';
import { isTimeout } from '../../../../lib/calls/fetch-with-timeout.ts';

export const draftsQueryKey = ['recorder', 'drafts'] as const;

const askAgainMs = 5_000;

/** Returns after how long the drafts are read again: a storage that did not answer in time may hold some. */
export const toAskAgainMs = ({ state }: { readonly state: { readonly error: unknown } }): number | false =>
  isTimeout(state.error) ? askAgainMs : false;

// Passes a draft from another screen to the recorder, across a navigation.
let wanted: RecordingId | null = null;

/** Opens this draft when the recorder screen shows next. */
export function requestDraft(id: RecordingId): void {
  wanted = id;
}

/** Returns the requested draft, and clears the request. */
export function takeRequestedDraft(): RecordingId | null {
  const id = wanted;
  wanted = null;
  return id;
}

const queue = new EventTarget();

/** Announces that a draft waits to be saved, because the network may have returned while the user queued it. */
export const announceQueued = (): void => void queue.dispatchEvent(new Event('queued'));

/** Calls `listener` when a draft is queued; returns a function that unsubscribes. */
export function onQueued(listener: () => void): () => void {
  queue.addEventListener('queued', listener);
  return () => queue.removeEventListener('queued', listener);
}
