import type { RecordingId } from '@relato/contract/ids';

/** The query key of the drafts in this browser. */
export const draftsQueryKey = ['recorder', 'drafts'] as const;

// Passes a draft from another screen to the recorder, across a navigation.
let wanted: RecordingId | null = null;

/** Opens this draft the next time that the recorder is shown. */
export function requestDraft(id: RecordingId): void {
  wanted = id;
}

/** Returns the requested draft, once. */
export function takeRequestedDraft(): RecordingId | null {
  const id = wanted;
  wanted = null;
  return id;
}
