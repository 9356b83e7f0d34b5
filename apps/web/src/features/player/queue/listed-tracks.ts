import type { StorySummary } from '@relato/contract/stories/types';
import { useEffect, useEffectEvent } from 'react';
import { createListeners } from '../../../lib/listeners.ts';

/** The lists of stories that are on the screen, in which a story that is played has a next one. */
const lists = new Set<ListedStories>();
const { subscribe, notify } = createListeners();
/** Calls a function whenever there is another list, or more of one. */
export const onListed = subscribe;

interface ListedStories {
  /** The address of the screen: a queue goes on in no other list. */
  readonly name: string;
  readonly stories: readonly StorySummary[];
  /** A story with one of them is folded, and does not follow. */
  readonly mutedWords: readonly string[];
  /** Loads more of it. */
  readonly onMore: () => void;
}

/** Makes a list the one in which its stories follow each other. `onMore` is called when the listener comes to its end. */
export function useListedTracks(
  stories: readonly StorySummary[],
  mutedWords: readonly string[],
  onMore?: () => void,
): void {
  const load = useEffectEvent(() => onMore?.());
  useEffect(() => {
    const { pathname, search } = location;
    const list = { name: pathname + search, stories, mutedWords, onMore: () => load() };
    lists.add(list);
    notify();
    return () => void lists.delete(list);
  }, [stories, mutedWords]);
}

/** Returns the latest list on the screen in which a story stands, or the one of a name. */
export const findListed = (id: string, wanted?: string): ListedStories | undefined =>
  [...lists].findLast(
    ({ name, stories }) => (wanted ?? name) === name && stories.some((story) => story.id === id),
  );
