import type { RecordingDependencies } from './capture/recording-session.ts';
import type { DraftStore } from './drafts/store/draft-store.ts';
import type { lockDraft } from './drafts/store/drafts.ts';
import type { UnstoredRecordings } from './drafts/store/unstored.ts';
import type { RecorderApi } from './recorder-api.ts';
import type { SavedAnswer } from './review/saved-answer.ts';
import type { DeliveryEnvironment } from './upload/delivery.ts';

/** The recorder's dependencies: everything that is not one of its rules. */
export interface RecorderDependencies extends RecordingDependencies {
  readonly api: RecorderApi;
  readonly drafts: DraftStore;
  readonly unstored: UnstoredRecordings;
  readonly environment: DeliveryEnvironment;
  readonly lockDraft: typeof lockDraft;
  /** Frees storage of this browser, because the recording does not fit. */
  readonly makeRoom: () => Promise<void>;
  /** Called with the token of a question that has been answered. */
  readonly forgetQuestion: (token: string) => void;
}

export interface SavedRecording {
  readonly isShown: boolean;
  /** Missing if the recording answers no question. */
  readonly answer?: SavedAnswer;
}
