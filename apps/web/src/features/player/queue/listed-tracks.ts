import type { StorySummary } from '@relato/contract/stories/types';
import { useEffect } from 'react';

/** The lists of stories that are on the screen, in which a story that is played has a next one. */
const lists = new Set<ListedStories>();

interface ListedStories {
  readonly stories: readonly StorySummary[];
  /** A story with one of them is folded, and does not follow. */
  readonly mutedWords: readonly string[];
}

/** Makes a list the one in which its stories follow each other. */
export function useListedTracks(stories: readonly StorySummary[], mutedWords: readonly string[]): void {
  useEffect(() => {
    const list = { stories, mutedWords };
    lists.add(list);
    return () => void lists.delete(list);
  }, [stories, mutedWords]);
}

/** Returns the latest list on the screen in which a story stands. */
export const findListed = (id: string): ListedStories | undefined =>
  [...lists].findLast(({ stories }) => stories.some((story) => story.id === id));
