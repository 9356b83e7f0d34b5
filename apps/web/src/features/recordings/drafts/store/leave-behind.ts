import type { ActiveRecording } from './active-recording.ts';
import { isErased } from './erased.ts';
import type { UnstoredRecordings } from './unstored.ts';

/**
 * Closes a recording whose user has left. It stays a draft of its owner, or in the memory of the page if this browser did not
 * store it. Returns which; null without any sound, if it became a story meanwhile, or if the account was deleted.
 */
export async function leaveBehind(
  recording: ActiveRecording,
  unstored: UnstoredRecordings,
): Promise<'stored' | 'unstored' | null> {
  if (isErased(recording.ownerId)) await recording.forget();
  const left = recording.takeUnstored();
  if (left) unstored.keep(left);
  recording.close();
  if (!recording.isKept) return null;
  return left ? 'unstored' : 'stored';
}
