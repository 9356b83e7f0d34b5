import type { RefusalCode } from '../errors.ts';
import type { RecordingId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';

export type RecordingStatus =
  | { readonly id: RecordingId; readonly state: 'uploading'; readonly bytesReceived: number }
  /** Delayed: it takes longer than it should, or waits for an administrator. What was uploaded is kept. */
  | { readonly id: RecordingId; readonly state: 'inspecting'; readonly isDelayed: boolean }
  | {
      readonly id: RecordingId;
      readonly state: 'ready';
      readonly durationMs: number;
      readonly peaks: readonly number[];
    }
  | { readonly id: RecordingId; readonly state: 'refused'; readonly reason: RefusalCode };

/** A recording that nothing looks into any more, because that failed for a reason other than its bytes. */
export interface FailedInspection {
  readonly recordingId: RecordingId;
  readonly author: ProfileSummary;
  readonly attempts: number;
  /** Null when its process was killed. */
  readonly error: string | null;
  readonly failedAt: Date;
}
