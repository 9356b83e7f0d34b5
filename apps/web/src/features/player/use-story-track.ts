import type { StorySummary } from '@relato/contract/stories/types';
import { useMemo } from 'react';
import { toAuthorName } from '../../messages/stories.ts';
import type { Track } from './player-state.ts';

export function useStoryTrack({ id, audioUrl, durationMs, title, author, gainDb }: StorySummary): Track {
  const artist = toAuthorName(author);
  return useMemo(
    () => ({ id, src: audioUrl, durationSeconds: durationMs / 1000, title, artist, gainDb }),
    [id, audioUrl, durationMs, title, artist, gainDb],
  );
}
