import type { StorySummary } from '@relato/contract/stories/types';
import { useMemo } from 'react';
import { toAuthorName } from '../../messages/stories.ts';
import type { Track } from './player-state.ts';

interface TrackOf extends Pick<StorySummary, 'id' | 'audioUrl' | 'durationMs' | 'title' | 'author'> {
  readonly gainDb?: number | undefined;
}

export const toTrack = ({ id, audioUrl, durationMs, title, author, gainDb }: TrackOf): Track => ({
  id,
  src: audioUrl,
  durationSeconds: durationMs / 1000,
  title,
  artist: toAuthorName(author),
  authorId: author?.id,
  gainDb,
});

export function useStoryTrack({ id, audioUrl, durationMs, title, author, gainDb }: StorySummary): Track {
  return useMemo(
    () => toTrack({ id, audioUrl, durationMs, title, author, gainDb }),
    [id, audioUrl, durationMs, title, author, gainDb],
  );
}
