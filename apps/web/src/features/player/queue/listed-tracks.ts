import type { StorySummary } from '@relato/contract/stories/types';
import { useEffect, useEffectEvent } from 'react';
import { createListeners } from '../../../lib/listeners.ts';
import type { Track } from '../player-state.ts';
import { toTrack } from '../use-story-track.ts';

/** The lists of stories that are on the screen, in which a story that is played has a next one, each with what loads more of it. */
const lists = new Map<readonly StorySummary[], () => void>();
const { subscribe, notify } = createListeners();
/** Calls a function whenever there is another list, or more of one. */
export const onListed = subscribe;

/** Makes a list the one in which its stories follow each other. `onMore` is called when the listener comes to its end. */
export function useListedTracks(stories: readonly StorySummary[], onMore?: () => void): void {
  const load = useEffectEvent(() => onMore?.());
  useEffect(() => {
    lists.set(stories, () => load());
    notify();
    return () => void lists.delete(stories);
  }, [stories]);
}

const findList = (id: string) => [...lists].findLast(([stories]) => stories.some((story) => story.id === id));

/** Returns the latest list on the screen in which a story stands, as tracks. Empty if there is none. */
export const findListed = (id: string): readonly Track[] => findList(id)?.[0].map(toTrack) ?? [];

/** Loads more of that list. */
export const loadMore = (id: string): void => findList(id)?.[1]();
