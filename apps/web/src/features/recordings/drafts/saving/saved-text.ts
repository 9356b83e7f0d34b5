import { draftsText } from '../../../../messages/recordings/drafts.ts';
import type { SavedRecording } from '../../recorder-dependencies.ts';
import { toAnswerText } from '../../review/saved-answer.ts';

/** Returns a text that says where earlier recordings are now, and who may hear the ones that are answers. */
export function toSavedText(saved: readonly SavedRecording[]): string {
  const isPrivate = saved.every(({ answer }) => !answer || answer.visibility === 'private');
  const answers = new Set(
    saved.map(({ answer }) => toAnswerText(answer)).filter((text) => text !== undefined),
  );
  return [draftsText.savedDetail(saved.length, isPrivate), ...answers].join(' ');
}
