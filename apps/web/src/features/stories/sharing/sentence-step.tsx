import { formatDuration } from '@relato/contract/text/format';
import { sharingText } from '../../../messages/stories/sharing.ts';
import type { Sentence } from './list-sentences.ts';

interface SentenceStepProps {
  readonly sentences: readonly Sentence[];
  /** The sentence on the card. */
  readonly chosen: Sentence | undefined;
  readonly onChoose: (sentence: Sentence) => void;
}

/** The sentences of a story. */
export function SentenceStep({ sentences, chosen, onChoose }: SentenceStepProps) {
  return (
    <>
      <p className="mt-1.5 mb-3 text-muted">{sharingText.quote.chooseHint}</p>
      <ul className="divide-y divide-line">
        {sentences.map((sentence) => (
          <li key={sentence.firstWord}>
            <button
              type="button"
              aria-current={sentence === chosen}
              className="flex min-h-12 w-full items-baseline gap-3 py-2.5 text-left aria-current:text-voice-strong"
              onClick={() => onChoose(sentence)}
            >
              <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                {sentence.text}
              </span>
              <span className="text-sm text-muted tabular-nums">{formatDuration(sentence.startMs)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
