import type { WordRange } from '@relato/contract/reactions/rules';
import type { StorySummary } from '@relato/contract/stories/types';
import type { SpokenWord } from '@relato/contract/transcription/types';
import { Heart } from 'lucide-react';
import { useMemo, useState, type RefObject } from 'react';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { findWordIndex } from '../../lib/transcript/find-spoken-word.ts';
import { reactionsText } from '../../messages/stories/reactions.ts';
import { TextButton } from '../../ui/buttons/text-button.tsx';
import { getPosition, player, type Track } from '../player/public.ts';
import { placeReactions, toChoices, type Choice } from './choices.ts';
import { useReact, useReactions } from './use-reactions.ts';
import { findSelected, useHold, useMarks } from './word-hold.ts';

const ReactionSheet = lazySheet(async () => (await import('./reaction-sheet.tsx')).ReactionSheet);
const ReceivedSheet = lazySheet(async () => (await import('./received-sheet.tsx')).ReceivedSheet);

interface WordReactionsProps {
  readonly story: StorySummary;
  readonly track: Track;
  readonly words: readonly SpokenWord[];
  /** Each word with the white space that follows it. */
  readonly pieces: readonly string[];
  /** The text, whose words have their index in `data-word`. */
  readonly box: RefObject<HTMLElement | null>;
}

/** Lets a word of the open text be held, marks those with a sign of the viewer, and has the buttons below the text. */
export function WordReactions({ story, track, words, pieces, box }: WordReactionsProps) {
  const { mine, warm } = useReactions(story.id);
  const placed = useMemo(() => placeReactions(words, mine), [words, mine]);
  // As the text was when the words were chosen: it may change meanwhile.
  const [choices, setChoices] = useState<readonly Choice[] | null>(null);
  const [isListing, setListing] = useState(false);
  const react = useReact(story.id);
  const choose = (range: WordRange | null) => {
    const chosen = range ?? findSelected(box.current) ?? findSpoken(words, track.id);
    setChoices(toChoices(chosen, { words, pieces, placed }));
  };
  useMarks(box, placed);
  useHold(box, choose);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-5">
      <TextButton
        className="gap-1.5 text-sm [&_svg]:size-4.5"
        // The press would end the selection that it is for.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => choose(null)}
      >
        <Heart aria-hidden="true" />
        {reactionsText.leave}
      </TextButton>
      {story.viewer.canEdit && warm.length > 0 && (
        <TextButton className="text-sm" onClick={() => setListing(true)}>
          {reactionsText.received}
        </TextButton>
      )}
      <p className="hidden w-full text-sm text-muted pointer-coarse:block">{reactionsText.hint}</p>
      {choices && (
        <ReactionSheet
          choices={choices}
          onClose={() => setChoices(null)}
          onChoose={({ kind: _kind, ...choice }, sign) => react({ ...choice, sign })}
        />
      )}
      {isListing && <ReceivedSheet story={story} track={track} onClose={() => setListing(false)} />}
    </div>
  );
}

/** Returns the word that is said now, or the first one. */
function findSpoken(words: readonly SpokenWord[], trackId: string): WordRange {
  const index = Math.max(findWordIndex(words, getPosition(player.getState(), trackId)), 0);
  return { from: index, to: index };
}
