import type { StorySummary } from '@relato/contract/stories/types';
import { useEffect } from 'react';
import type { Track } from '../player-state.ts';
import { toTrack } from '../use-story-track.ts';

/** The lists of stories that are on the screen, in which a story that is played has a next one. */
const lists = new Set<readonly StorySummary[]>();

/** Makes a list the one in which its stories follow each other. */
export function useListedTracks(stories: readonly StorySummary[]): void {
  useEffect(() => {
    lists.add(stories);
    return () => void lists.delete(stories);
  }, [stories]);
}

/** Returns the latest list on the screen in which a story stands, as tracks. Empty if there is none. */
export function findListed(id: string): readonly Track[] {
  const list = [...lists].findLast((stories) => stories.some((story) => story.id === id));
  return list?.map(toTrack) ?? [];
}
