import type { StorySummary } from '@relato/contract/stories/types';
import { useReducer, type ReactNode } from 'react';
import { isFolded, unfold } from '../../../lib/folded-stories.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { blocksText } from '../../../messages/account/blocks.ts';

export interface MutedStoryProps {
  readonly story: StorySummary;
  readonly words: readonly string[];
  readonly children: ReactNode;
}

export function MutedStory({ story, words, children }: MutedStoryProps) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  if (!isFolded(words, story)) return children;
  return (
    <button
      type="button"
      className="flex min-h-11 w-full items-center justify-between gap-3 rounded-card border border-line/60 bg-surface px-4 py-2 text-left text-sm text-muted"
      ref={keepFocus}
      onClick={() => {
        unfold(story.id);
        redraw();
      }}
    >
      {blocksText.words.folded}
      <span className="font-bold text-voice-strong">{blocksText.words.show}</span>
    </button>
  );
}
