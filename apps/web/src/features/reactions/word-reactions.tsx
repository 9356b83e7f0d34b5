import type { WordRange } from '@relato/contract/transcription/spans';
import type { Explanation } from '@relato/contract/corrections/types';
import type { Story, StorySummary } from '@relato/contract/stories/types';
import type { SpokenWord } from '@relato/contract/transcription/types';
import { Heart } from 'lucide-react';
import { useMemo, useState, type RefObject } from 'react';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { findLit, findSelected } from '../../lib/transcript/find-selected.ts';
import { reactionsText } from '../../messages/stories/reactions.ts';
import { TextButton } from '../../ui/buttons/text-button.tsx';
import {
  canCorrect,
  canExplain,
  WordCorrections,
  WordExplanations,
  type ChosenWords,
} from '../corrections/public.ts';
import type { Track } from '../player/public.ts';
import { placeReactions, toChoices, toRemovals, type Choice } from './choices.ts';
import { useReact, useReactions } from './use-reactions.ts';
import { useHold, useMarks } from './word-hold.ts';

const ReactionSheet = lazySheet(async () => (await import('./reaction-sheet.tsx')).ReactionSheet);
const ReceivedSheet = lazySheet(async () => (await import('./received-sheet.tsx')).ReceivedSheet);

/** A constant, so that it causes no rerender. */
const none: readonly Explanation[] = [];

interface WordReactionsProps extends Pick<Story, 'doubts' | 'corrections'> {
  readonly explanations: Story['explanations'];
  readonly story: StorySummary;
  readonly track: Track;
  readonly words: readonly SpokenWord[];
  /** Each word with the white space that follows it. */
  readonly pieces: readonly string[];
  /** The text, whose words have their index in `data-word`. */
  readonly box: RefObject<HTMLElement | null>;
}

/**
 * Lets the user hold a word of the open text, marks the words with the viewer's signs and the doubtful ones, and shows the
 * buttons below.
 */
export function WordReactions(props: WordReactionsProps) {
  const { story, track, words, pieces, box, doubts, corrections, explanations = none } = props;
  const { mine, warm } = useReactions(story.id);
  const placed = useMemo(() => placeReactions(words, mine), [words, mine]);
  const removals = useMemo(() => toRemovals(words, mine), [words, mine]);
  // The choice keeps the words of its moment, because the text may change meanwhile.
  const [choosing, setChoosing] = useState<
    Pick<ChosenWords, 'words'> & { readonly choices: readonly Choice[] }
  >();
  const [corrected, setCorrected] = useState<ChosenWords | null>(null);
  const [explained, setExplained] = useState<ChosenWords | null>(null);
  const [isListing, setListing] = useState(false);
  const react = useReact(story.id);
  // Moderators see a hidden story for its explanations alone.
  const isOpen = !story.hidden || story.viewer.canEdit;
  const choose = (range: WordRange | null) => {
    if (!isOpen) return;
    const chosen = range ?? findSelected(box.current) ?? findSpoken(box.current);
    setChoosing({ words, choices: toChoices(chosen, { words, pieces, placed }) });
  };
  const doubted = useMemo(
    () =>
      doubts.filter((index) => index < words.length).map((index) => ({ range: { from: index, to: index } })),
    [words, doubts],
  );
  useMarks(box, 'doubt', doubted);
  useMarks(box, 'explained', explanations);
  useMarks(box, 'own-sign', placed);
  useHold(box, choose);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-5">
      {isOpen && (
        <TextButton
          className="gap-1.5 text-sm [&_svg]:size-4.5"
          // A press would end the selection that the button is for.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(null)}
        >
          <Heart aria-hidden="true" />
          {reactionsText.leave}
        </TextButton>
      )}
      {story.viewer.canEdit && warm.length > 0 && (
        <TextButton className="text-sm" onClick={() => setListing(true)}>
          {reactionsText.received}
        </TextButton>
      )}
      {removals.map((removal) => (
        <TextButton
          key={`${removal.span.startMs} ${removal.span.endMs}`}
          className="text-sm"
          onClick={() => react(removal)}
        >
          {reactionsText.remove(removal.span.text)}
        </TextButton>
      ))}
      <WordCorrections
        story={story}
        track={track}
        words={words}
        doubts={doubts}
        corrections={corrections}
        chosen={corrected}
        onChoose={setCorrected}
      />
      <WordExplanations
        box={box}
        story={story}
        track={track}
        words={words}
        explanations={explanations}
        chosen={explained}
        onChoose={setExplained}
      />
      {isOpen && (
        <p className="hidden w-full text-sm text-muted pointer-coarse:block">{reactionsText.hint}</p>
      )}
      {choosing && (
        <ReactionSheet
          choices={choosing.choices}
          onClose={() => setChoosing(undefined)}
          onCorrect={({ range, span }) =>
            canCorrect(range, span.text) ? () => setCorrected({ words: choosing.words, range }) : undefined
          }
          onExplain={({ range }) =>
            canExplain(choosing.words, range)
              ? () => setExplained({ words: choosing.words, range })
              : undefined
          }
          onChoose={({ kind: _kind, ...choice }, sign) => react({ ...choice, sign })}
        />
      )}
      {isListing && <ReceivedSheet story={story} track={track} onClose={() => setListing(false)} />}
    </div>
  );
}

/** Returns the spoken word, or the first one. */
function findSpoken(box: HTMLElement | null): WordRange {
  const index = findLit(box) ?? 0;
  return { from: index, to: index };
}
