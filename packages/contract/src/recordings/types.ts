import type { RefusalCode } from '../errors.ts';
import type { RecordingId, StoryId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';

export type RecordingStatus =
  | { readonly id: RecordingId; readonly state: 'uploading' }
  /** `isDelayed` means that inspection takes too long or waits for an administrator. The upload is kept. */
  | { readonly id: RecordingId; readonly state: 'inspecting'; readonly isDelayed: boolean }
  | {
      readonly id: RecordingId;
      readonly state: 'ready';
      readonly durationMs: number;
      readonly peaks: readonly number[];
      /** The file was broken, and the recording is its intact beginning. */
      readonly isCutShort: boolean;
    }
  | { readonly id: RecordingId; readonly state: 'refused'; readonly reason: RefusalCode };

/** A recording on the server without a story. */
export interface UnsavedRecording {
  readonly id: RecordingId;
  /** Null while the server has only its beginning, of unknown length. */
  readonly durationMs: number | null;
  /** The number of bytes on the server. */
  readonly bytes: number;
  readonly recordedAt: Date;
}

/** A recording whose inspection failed permanently, but not because of its bytes. */
export interface FailedInspection {
  readonly recordingId: RecordingId;
  readonly author: ProfileSummary;
  readonly attempts: number;
  /** Null if the process was killed. */
  readonly error: string | null;
  readonly failedAt: Date;
}

/** An object in the store that differs from its row. The original is the upload, and the copy is served. */
export interface StorageProblem {
  /** Null for a frozen story whose recording was deleted. */
  readonly recordingId: RecordingId | null;
  /** Null if the recording has no story. */
  readonly storyId: StoryId | null;
  readonly object: 'original' | 'copy' | 'mp3' | 'picture';
  readonly trouble: 'missing' | 'changed';
  /**
   * Always false for a check. A copy is remade from its original, and an MP3 and a picture by a job. An original cannot be
   * remade.
   */
  readonly isRepaired: boolean;
}

/** The result of one batch of a check of the store. */
export interface StorageCheck {
  /** The number of recordings in this batch. */
  readonly checked: number;
  readonly problems: readonly StorageProblem[];
  /** The number of objects without a row, found so far, that are old enough to be deleted. */
  readonly unreferenced: number;
  /**
   * The fate of these objects, in the last batch: the daily cleanup deletes them, or a repair does, or this one did.
   * They are kept if they outnumber those with a row.
   */
  readonly leftovers: 'cleanup' | 'repair' | 'deleted' | 'kept' | null;
  readonly nextCursor: string | null;
}
