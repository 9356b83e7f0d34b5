import { signs, type Sign } from '@relato/contract/reactions/types';
import { useRef, useState } from 'react';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { useRequireSession } from '../../lib/session/use-require-session.ts';
import { reactionsText } from '../../messages/stories/reactions.ts';
import { correctionsText } from '../../messages/stories/corrections.ts';
import { explanationsText } from '../../messages/stories/explanations.ts';
import { TextButton } from '../../ui/buttons/text-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { Choice } from './choices.ts';
import { signPictures } from './sign-picture.ts';

interface ReactionSheetProps {
  readonly choices: readonly Choice[];
  /** Returns the action that corrects the words, or undefined if they are too many. */
  readonly onCorrect: (choice: Choice) => (() => void) | undefined;
  /** Returns the action that explains the words, or undefined if they are neither a word nor an expression. */
  readonly onExplain: (choice: Choice) => (() => void) | undefined;
  readonly onChoose: (choice: Choice, sign: Sign | null) => void;
  readonly onClose: () => void;
}

/** The chosen sign shows for a moment and absorbs the second tap of a double tap, which would hit the screen below. */
const shownMs = 400;

/** Lets the listener choose one of six signs for the words. */
export function ReactionSheet({ choices, onCorrect, onExplain, onChoose, onClose }: ReactionSheetProps) {
  const [choice, setChoice] = useState(() => choices.find(({ known }) => known) ?? choices[0]);
  const [pressed, setPressed] = useState<Sign | null | undefined>(undefined);
  const isDone = useRef(false);
  const requireSession = useRequireSession();
  if (!choice) return null;
  const current = choice.known?.sign ?? null;
  const press = (sign: Sign) => {
    if (isDone.current) return;
    isDone.current = true;
    const next = sign === current ? null : sign;
    setPressed(next);
    setTimeout(() => {
      onClose();
      requireSession(() => onChoose(choice, next), { purpose: 'react' });
    }, shownMs);
  };
  const correct = onCorrect(choice);
  const explain = onExplain(choice);
  const leaveFor = (open: () => void) => () => {
    onClose();
    open();
  };
  const shown = pressed === undefined ? current : pressed;
  return (
    <ModalSheet title={reactionsText.title} onClose={onClose}>
      <blockquote dir="auto" className="mt-2 line-clamp-4 font-display text-lg wrap-anywhere">
        {reactionsText.quote(choice.span.text)}
      </blockquote>
      {choices.length > 1 && (
        <fieldset aria-label={reactionsText.span} className="mt-3 flex flex-wrap gap-2">
          {choices.map((each) => (
            <Chip key={each.span.text} pressed={each === choice} onClick={() => setChoice(each)}>
              {reactionsText.kinds[each.kind]}
            </Chip>
          ))}
        </fieldset>
      )}
      <div className="mt-4 grid grid-cols-3 gap-2">
        {signs.map((sign) => (
          <button
            key={sign}
            type="button"
            aria-pressed={sign === shown}
            className="flex min-h-20 flex-col items-center justify-center gap-1 rounded-field border-2 border-transparent bg-sunken p-2 text-sm font-semibold aria-pressed:border-voice-strong aria-pressed:bg-voice-soft forced-colors:aria-pressed:outline-4"
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
      <p className="mt-1 flex min-h-11 flex-wrap items-center gap-x-5 text-sm text-muted">
        {correct ? (
          <TextButton onClick={leaveFor(correct)}>{correctionsText.correct}</TextButton>
        ) : (
          correctionsText.tooMany
        )}
        {explain && <TextButton onClick={leaveFor(explain)}>{explanationsText.explain}</TextButton>}
      </p>
    </ModalSheet>
  );
}
