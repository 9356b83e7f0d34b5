import type { RecordingId } from '@relato/contract/ids';

/** Queries of the drafts in this browser. */
export const draftsQueryKey = ['recorder', 'drafts'] as const;

// From another screen to the recorder, over a navigation.
let wanted: RecordingId | null = null;

/** The recorder goes on with this draft when it is shown next. */
export function requestDraft(id: RecordingId): void {
  wanted = id;
}

/** What was requested, once. */
export function takeRequestedDraft(): RecordingId | null {
  const id = wanted;
  wanted = null;
  return id;
}
