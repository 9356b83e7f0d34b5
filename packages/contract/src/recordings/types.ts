import type { RefusalCode } from '../errors.ts';
import type { RecordingId, StoryId } from '../ids.ts';
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
      /** The file broke off: the recording is what is before. */
      readonly isCutShort: boolean;
    }
  | { readonly id: RecordingId; readonly state: 'refused'; readonly reason: RefusalCode };

/** A recording that the server has, and that has not become a story. */
export interface UnsavedRecording {
  readonly id: RecordingId;
  /** Null if the server has only its beginning, whose length it does not know yet. */
  readonly durationMs: number | null;
  /** How many the server has. */
  readonly bytes: number;
  readonly recordedAt: Date;
}

/** A recording whose inspection was given up for a reason other than its bytes. */
export interface FailedInspection {
  readonly recordingId: RecordingId;
  readonly author: ProfileSummary;
  readonly attempts: number;
  /** Null if the process was killed. */
  readonly error: string | null;
  readonly failedAt: Date;
}

/** An object in the store that is not what its row says. The original is what was uploaded, the copy what is served. */
export interface StorageProblem {
  readonly recordingId: RecordingId;
  /** Null if the recording has not become a story. */
  readonly storyId: StoryId | null;
  readonly object: 'original' | 'copy' | 'mp3' | 'picture';
  readonly trouble: 'missing' | 'changed';
  /** Always false for a check. A copy is made again from its original, an MP3 and a picture by a job; an original cannot be. */
  readonly isRepaired: boolean;
}

/** A batch of a check of the store. */
export interface StorageCheck {
  /** The number of recordings in this batch. */
  readonly checked: number;
  readonly problems: readonly StorageProblem[];
  /** In the last batch the number of objects that no row refers to and that are old enough to be deleted. */
  readonly unreferenced: number;
  readonly nextCursor: string | null;
}
