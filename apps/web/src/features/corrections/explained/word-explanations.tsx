import { toHeadword } from '@relato/contract/corrections/explanation-rules';
import type { Story, StorySummary } from '@relato/contract/stories/types';
import type { WordRange } from '@relato/contract/transcription/spans';
import type { SpokenWord } from '@relato/contract/transcription/types';
import { useCallback, useState, type RefObject } from 'react';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { explanationsText } from '../../../messages/stories/explanations.ts';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import type { Track } from '../../player/public.ts';
import type { ChosenWords } from '../widen.ts';
import { Peek } from './peek.tsx';
import { usePeek } from './use-peek.ts';

const ExplainSheet = lazySheet(async () => (await import('./explain-sheet.tsx')).ExplainSheet);
const ExplainedSheet = lazySheet(async () => (await import('./explained-sheet.tsx')).ExplainedSheet);

/** Returns whether the words are a word or an expression that can be explained. */
export const canExplain = (words: readonly SpokenWord[], range: WordRange): boolean =>
  toHeadword(words, range) !== null;

interface WordExplanationsProps extends Required<Pick<Story, 'explanations'>> {
  readonly story: StorySummary;
  readonly track: Track;
  readonly words: readonly SpokenWord[];
  /** The text, whose words have their index in `data-word`. */
  readonly box: RefObject<HTMLElement | null>;
  /** The words that are being explained. */
  readonly chosen: ChosenWords | null;
  readonly onChoose: (chosen: ChosenWords | null) => void;
}

/** Shows the meaning of an explained word at the finger, mouse or cursor, and lists all of them behind a button. */
export function WordExplanations(props: WordExplanationsProps) {
  const { story, track, words, box, explanations, chosen, onChoose } = props;
  const [isListing, setListing] = useState(false);
  const listAt = useCallback(
    (index: number) => explanations.filter(({ range: { from, to } }) => from <= index && index <= to),
    [explanations],
  );
  const hasWord = useCallback((index: number) => listAt(index).length > 0, [listAt]);
  const { shown, stay, leave } = usePeek({ box, hasWord });
  const here = shown === null ? [] : listAt(shown);
  const toText = ({ word, explanation, regions }: (typeof explanations)[number]) =>
    explanationsText.said(word, explanation, explanationsText.regionsOf(regions));
  return (
    <>
      {explanations.length > 0 && (
        <TextButton className="text-sm" onClick={() => setListing(true)}>
          {explanationsText.count(explanations.length)}
        </TextButton>
      )}
      <output className="sr-only">{here.map(toText).join('. ')}</output>
      {shown !== null && here.length > 0 && (
        <Peek box={box} index={shown} onStay={stay} onLeave={leave}>
          {here.map((each) => (
            <p key={each.id} dir="auto">
              <strong className="font-[650]">{each.word}</strong>: {each.explanation}
              <span className="block text-xs opacity-80">{explanationsText.regionsOf(each.regions)}</span>
            </p>
          ))}
        </Peek>
      )}
      {chosen && <ExplainSheet story={story} track={track} chosen={chosen} onClose={() => onChoose(null)} />}
      {isListing && (
        <ExplainedSheet
          story={story}
          track={track}
          words={words}
          explanations={explanations}
          onClose={() => setListing(false)}
        />
      )}
    </>
  );
}
