import { draftsText } from '../../../../messages/recordings/drafts.ts';
import type { SavedRecording } from '../../recorder-dependencies.ts';
import { toAnswerText } from '../../review/saved-answer.ts';

/** Returns the text that tells the author where recordings of earlier visits were saved and who may hear them. */
export function toSavedText(saved: readonly SavedRecording[]): string {
  const isPrivate = saved.every(({ answer }) => !answer || answer.visibility === 'private');
  const answers = new Set(
    saved.map(({ answer }) => toAnswerText(answer)).filter((text) => text !== undefined),
  );
  return [draftsText.savedDetail(saved.length, isPrivate), ...answers].join(' ');
}
