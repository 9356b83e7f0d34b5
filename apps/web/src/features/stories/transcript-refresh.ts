import { limits } from '@relato/contract/limits';
import type { StorySummary } from '@relato/contract/stories/types';

type Awaited = Pick<StorySummary, 'transcriptStatus' | 'isTranscribedAgain'>;

/** Returns how soon the texts of stories may change by themselves, in milliseconds; null if they do not. */
export function toTranscriptRefreshMs(stories: readonly Awaited[]): number | null {
  if (stories.some((story) => story.transcriptStatus === 'pending' || story.isTranscribedAgain))
    return limits.transcription.refreshMs;
  // The operator has to act first.
  return stories.some(({ transcriptStatus }) => transcriptStatus === 'waiting')
    ? limits.refresh.intervalMs
    : null;
}
