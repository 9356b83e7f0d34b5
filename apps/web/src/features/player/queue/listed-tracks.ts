import type { StorySummary } from '@relato/contract/stories/types';
import { useEffect, useEffectEvent } from 'react';
import { createListeners } from '../../../lib/listeners.ts';

/** The lists of stories on the screen. A story that plays is followed by the next one of its list. */
const lists = new Set<ListedStories>();
const { subscribe, notify } = createListeners();
/** Calls a function when a list appears or grows, or the muted words change. */
export const onListed = subscribe;

interface ListedStories {
  /** The address of the screen. A queue continues only in the list it came from. */
  readonly name: string;
  readonly stories: readonly StorySummary[];
  /** A story with one of these words is folded, and is skipped. */
  readonly mutedWords: readonly string[] | null;
  /** Loads the next page. */
  readonly onMore: () => void;
}

/** Registers a list in which stories follow each other. `onMore` is called when the listener comes near its end. */
export function useListedTracks(
  stories: readonly StorySummary[],
  mutedWords: readonly string[] | null,
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

/** Returns the words that the listener mutes, as the newest list knows them. */
export const getMutedWords = (): readonly string[] =>
  [...lists].findLast(({ mutedWords }) => mutedWords !== null)?.mutedWords ?? [];

/** Returns the newest list that contains a story, or the list with the wanted name. */
export const findListed = (id: string, wanted?: string): ListedStories | undefined =>
  [...lists].findLast(
    ({ name, stories }) => (wanted ?? name) === name && stories.some((story) => story.id === id),
  );
