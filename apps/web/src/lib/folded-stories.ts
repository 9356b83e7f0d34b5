import { hasMutedWord } from '@relato/contract/blocks/rules';
import type { StorySummary } from '@relato/contract/stories/types';
import { toAuthorName } from '../messages/stories.ts';
import { onTabForgotten } from './tab-storage.ts';

/** The stories that the viewer unfolded. Kept outside the cards, which leave the DOM while scrolling. */
const unfolded = new Set<string>();
// The next user of this tab has unfolded none.
onTabForgotten(() => unfolded.clear());

export const unfold = (storyId: string): void => void unfolded.add(storyId);

/**
 * Returns whether a story by another author contains one of the words in its title, its tags, its text or its author's name,
 * or may contain one because the words are still unknown.
 */
export const isFolded = (mutedWords: readonly string[] | null, story: StorySummary): boolean =>
  !story.viewer.canEdit &&
  !unfolded.has(story.id) &&
  (mutedWords === null ||
    hasMutedWord(mutedWords, [story.title, ...story.tags, story.transcript, toAuthorName(story.author)]));

/** Returns whether a title contains one of the words, and its story is not unfolded. */
export const isTitleFolded = (
  mutedWords: readonly string[],
  { id, title }: Pick<StorySummary, 'id' | 'title'>,
): boolean => !unfolded.has(id) && hasMutedWord(mutedWords, [title]);
