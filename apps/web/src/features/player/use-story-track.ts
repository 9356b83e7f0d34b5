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
  gainDb,
});

export const toStoryTrack = (story: StorySummary): Track => ({ ...toTrack(story), story });

export const useStoryTrack = (story: StorySummary): Track => useMemo(() => toStoryTrack(story), [story]);
