import type { RefusalCode } from '../errors.ts';
import type { RecordingId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';

export type RecordingStatus =
  | { readonly id: RecordingId; readonly state: 'uploading'; readonly bytesReceived: number }
  /** `isDelayed` means that inspection takes too long or waits for an administrator. The upload is kept. */
  | { readonly id: RecordingId; readonly state: 'inspecting'; readonly isDelayed: boolean }
  | {
      readonly id: RecordingId;
      readonly state: 'ready';
      readonly durationMs: number;
      readonly peaks: readonly number[];
    }
  | { readonly id: RecordingId; readonly state: 'refused'; readonly reason: RefusalCode };

/** A recording whose inspection was given up for a reason other than its bytes. */
export interface FailedInspection {
  readonly recordingId: RecordingId;
  readonly author: ProfileSummary;
  readonly attempts: number;
  /** Null if the process was killed. */
  readonly error: string | null;
  readonly failedAt: Date;
}
