import { hasMutedWord } from '@relato/contract/blocks/rules';
import type { StorySummary } from '@relato/contract/stories/types';
import { toAuthorName } from '../messages/stories.ts';
import { onTabForgotten } from './tab-storage.ts';

/** The stories that the viewer wanted to see all the same. Kept outside the cards, which leave the DOM while scrolling. */
const unfolded = new Set<string>();
// The next user of this tab has not seen them.
onTabForgotten(() => unfolded.clear());

export const unfold = (storyId: string): void => void unfolded.add(storyId);

/** Returns whether a story of another has one of the words in its title, its tags, its text or the name of its author. */
export const isFolded = (mutedWords: readonly string[], story: StorySummary): boolean =>
  !story.viewer.canEdit &&
  !unfolded.has(story.id) &&
  hasMutedWord(mutedWords, [story.title, ...story.tags, story.transcript, toAuthorName(story.author)]);
