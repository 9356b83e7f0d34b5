import type { Story, StorySummary } from '@relato/contract/stories/types';
import type { SpokenWord } from '@relato/contract/transcription/types';
import { useState } from 'react';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { findWordIndex } from '../../lib/transcript/find-spoken-word.ts';
import { correctionsText } from '../../messages/stories/corrections.ts';
import { TextButton } from '../../ui/buttons/text-button.tsx';
import { getPosition, player, type Track } from '../player/public.ts';
import { findDoubt, type ChosenWords } from './widen.ts';

const CorrectionSheet = lazySheet(async () => (await import('./correction-sheet.tsx')).CorrectionSheet);
const CorrectionsSheet = lazySheet(async () => (await import('./corrections-sheet.tsx')).CorrectionsSheet);

interface WordCorrectionsProps extends Pick<Story, 'doubts' | 'corrections'> {
  readonly story: StorySummary;
  readonly track: Track;
  readonly words: readonly SpokenWord[];
  /** The words that are being corrected. */
  readonly chosen: ChosenWords | null;
  readonly onChoose: (chosen: ChosenWords | null) => void;
}

/** The buttons below an open text that lead to doubtful words and to the proposals of listeners. */
export function WordCorrections(props: WordCorrectionsProps) {
  const { story, track, words, doubts, corrections, chosen, onChoose } = props;
  const [isListing, setListing] = useState(false);
  const doubt = () => {
    const spoken = findWordIndex(words, getPosition(player.getState(), track.id));
    const index = findDoubt(doubts, spoken);
    if (index !== undefined) onChoose({ words, range: { from: index, to: index } });
  };
  return (
    <>
      {doubts.length > 0 && (
        <TextButton className="text-sm" onClick={doubt}>
          {correctionsText.review}
        </TextButton>
      )}
      {corrections && (
        <TextButton className="text-sm" onClick={() => setListing(true)}>
          {correctionsText.waiting(corrections.waiting)}
        </TextButton>
      )}
      {chosen && (
        <CorrectionSheet
          story={story}
          track={track}
          chosen={chosen}
          doubts={doubts}
          onClose={() => onChoose(null)}
        />
      )}
      {isListing && corrections && (
        <CorrectionsSheet
          id={story.id}
          track={track}
          listenersDecide={corrections.listenersDecide}
          onClose={() => setListing(false)}
        />
      )}
    </>
  );
}
