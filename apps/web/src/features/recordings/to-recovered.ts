import type { Draft } from './drafts/store/draft-store.ts';
import type { RecorderEvent } from './recorder-types.ts';
import { newRecording } from './review/review-state.ts';
import { toRecoveredForm } from './review/story-form.ts';

/** Returns the event of a draft that was opened. */
export const toRecovered = (draft: Draft, isStored: boolean): RecorderEvent => ({
  type: 'recovered',
  recording: newRecording({ ...draft, stoppedBy: 'person', isStored }),
  form: toRecoveredForm(draft),
});
