import type { WordRange } from '@relato/contract/reactions/rules';
import { signs, type Sign } from '@relato/contract/reactions/types';
import { useRef, useState } from 'react';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { useRequireSession } from '../../lib/session/use-require-session.ts';
import { reactionsText } from '../../messages/stories/reactions.ts';
import { Chip } from '../../ui/chip.tsx';
import { signPictures } from './sign-picture.ts';
import type { Choice } from './choices.ts';

interface ReactionSheetProps {
  /** The word and its sentence, or the words that were selected. */
  readonly choices: readonly [Choice, ...Choice[]];
  readonly findSign: (range: WordRange) => Sign | null;
  readonly onChoose: (range: WordRange, sign: Sign | null) => void;
  readonly onClose: () => void;
}

/** Asks what words did to the listener: six signs, of which one may stand on them. */
export function ReactionSheet({ choices, findSign, onChoose, onClose }: ReactionSheetProps) {
  const [word, sentence] = choices;
  const [isWhole, setWhole] = useState(
    sentence !== undefined && findSign(word.range) === null && findSign(sentence.range) !== null,
  );
  const { range, text } = isWhole && sentence ? sentence : word;
  const requireSession = useRequireSession();
  // The second tap of a double tap would take back what the first one left.
  const isDone = useRef(false);
  const current = findSign(range);
  const press = (sign: Sign) => {
    if (isDone.current) return;
    isDone.current = true;
    const next = sign === current ? null : sign;
    requireSession(() => onChoose(range, next), { purpose: 'react' });
    onClose();
  };
  return (
    <ModalSheet title={reactionsText.title} onClose={onClose}>
      <blockquote dir="auto" className="mt-2 line-clamp-4 font-display text-lg wrap-anywhere">
        {reactionsText.quote(text)}
      </blockquote>
      {sentence && (
        <fieldset aria-label={reactionsText.span} className="mt-3 flex flex-wrap gap-2">
          <Chip pressed={!isWhole} onClick={() => setWhole(false)}>
            {reactionsText.word}
          </Chip>
          <Chip pressed={isWhole} onClick={() => setWhole(true)}>
            {reactionsText.sentence}
          </Chip>
        </fieldset>
      )}
      <div className="mt-4 grid grid-cols-3 gap-2">
        {signs.map((sign) => (
          <button
            key={sign}
            type="button"
            aria-pressed={sign === current}
            className="flex min-h-20 flex-col items-center justify-center gap-1 rounded-field border-2 border-transparent bg-sunken p-2 text-sm font-semibold aria-pressed:border-voice-strong aria-pressed:bg-voice-soft"
            onClick={() => press(sign)}
          >
            <span aria-hidden="true" className="font-emoji text-[1.75rem] leading-none">
              {signPictures[sign]}
            </span>
            {reactionsText.names[sign]}
          </button>
        ))}
      </div>
      <p className="mt-4 text-sm text-muted">{current ? reactionsText.takeBack : reactionsText.privacy}</p>
    </ModalSheet>
  );
}
