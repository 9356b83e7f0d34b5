import { hasMutedWord } from '@relato/contract/blocks/rules';
import type { StorySummary } from '@relato/contract/stories/types';
import { useMemo, useState, type ReactNode } from 'react';
import { blocksText } from '../../../messages/account/blocks.ts';
import { toAuthorName } from '../../../messages/stories.ts';

interface MutedStoryProps {
  readonly story: StorySummary;
  readonly words: readonly string[];
  readonly children: ReactNode;
}

/** The stories that the viewer wanted to see all the same. Kept outside the cards, which leave the DOM while scrolling. */
const opened = new Set<string>();

/** The card of a story, or one line in its place if it has a word that the viewer mutes. */
export function MutedStory({ story, words, children }: MutedStoryProps) {
  const [isOpened, setOpened] = useState(opened.has(story.id));
  const isMuted = useMemo(() => hasMutedWordIn(words, story), [words, story]);
  if (!isMuted || isOpened) return children;
  return (
    <button
      type="button"
      className="flex min-h-11 w-full items-center justify-between gap-3 rounded-card border border-line/60 bg-surface px-4 py-2 text-left text-sm text-muted"
      onClick={({ currentTarget }) => {
        // It is replaced by the card, and the focus would be lost.
        currentTarget.closest('li')?.focus({ preventScroll: true });
        opened.add(story.id);
        setOpened(true);
      }}
    >
      {blocksText.words.folded}
      <span className="font-bold text-voice-strong">{blocksText.words.show}</span>
    </button>
  );
}

/** Returns whether a story of another has one of the words in its title, its tags, its text or the name of its author. */
const hasMutedWordIn = (words: readonly string[], story: StorySummary): boolean =>
  !story.viewer.canEdit &&
  hasMutedWord(words, [story.title, ...story.tags, story.transcript, toAuthorName(story.author)]);
