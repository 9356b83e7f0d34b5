import { Check, Pencil, Play, X } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { wordEditorText } from '../../messages/transcription/word-editor.ts';

interface WordPopoverProps {
  /** The positioned box around the list. */
  readonly box: RefObject<HTMLElement | null>;
  /** The list of words, which scrolls. */
  readonly list: RefObject<HTMLElement | null>;
  readonly index: number;
  readonly word: string;
  readonly isCorrecting: boolean;
  /** True if it was opened by the keyboard. */
  readonly takesFocus: boolean;
  /** Null without a sound. */
  readonly onPlay: (() => void) | null;
  readonly onBegin: () => void;
  readonly onCorrect: (text: string) => void;
  /** Closes the popover and returns the focus. */
  readonly onClose: () => void;
  /** Closes the popover and leaves the focus where the user has gone. */
  readonly onLeave: () => void;
}

export function WordPopover(props: WordPopoverProps) {
  const { box, isCorrecting, takesFocus, onCorrect, onClose, onLeave } = props;
  const popover = useRef<HTMLDivElement>(null);
  const place = usePlace(popover, props);
  const [typed, setTyped] = useState(props.word);
  const leave = () => {
    // A tap outside of the popover saves the typed correction.
    if (isCorrecting && typed !== props.word) onCorrect(typed);
    else onLeave();
  };
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      // A tap on another word counts as outside, too.
      if (target instanceof Node && !popover.current?.contains(target)) leave();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Keeps the surrounding sheet open.
      event.preventDefault();
      onClose();
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  });
  useEffect(() => {
    if (takesFocus) popover.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [takesFocus]);
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) leave();
  };
  return (
    <div
      ref={popover}
      dir="ltr"
      style={place}
      className="absolute z-[5] flex items-center gap-0.5 rounded-field bg-ink p-1 text-[0.875rem] font-semibold whitespace-nowrap text-paper shadow-[0_10px_28px_-8px_rgb(60_31_51/0.45)] after:absolute after:top-full after:left-(--arrow) after:-translate-x-1/2 after:border-8 after:border-transparent after:border-t-ink"
      onBlur={onBlur}
    >
      {isCorrecting ? (
        <Correction {...props} typed={typed} onType={setTyped} />
      ) : (
        <>
          <PopoverButton onClick={props.onBegin}>
            <Pencil aria-hidden="true" />
            {wordEditorText.correct}
          </PopoverButton>
          {props.onPlay && (
            <>
              <span aria-hidden="true" className="h-6 w-px bg-current opacity-30" />
              <PopoverButton onClick={props.onPlay}>
                <Play aria-hidden="true" />
                {wordEditorText.playFromHere}
              </PopoverButton>
            </>
          )}
        </>
      )}
    </div>
  );
}

interface CorrectionProps extends Pick<WordPopoverProps, 'word' | 'onCorrect' | 'onClose'> {
  readonly typed: string;
  readonly onType: (text: string) => void;
}

function Correction({ word, typed, onType, onCorrect, onClose }: CorrectionProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    // Not a form, because it may stand inside of one.
    <>
      <input
        ref={field}
        dir="auto"
        aria-label={wordEditorText.correction(word)}
        autoComplete="off"
        autoCapitalize="off"
        enterKeyHint="done"
        value={typed}
        className="h-11 w-44 min-w-0 rounded-[12px] bg-paper px-3 text-field text-ink"
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onCorrect(typed);
        }}
      />
      <PopoverButton label={wordEditorText.done} onClick={() => onCorrect(typed)}>
        <Check aria-hidden="true" />
      </PopoverButton>
      <PopoverButton label={wordEditorText.cancel} onClick={onClose}>
        <X aria-hidden="true" />
      </PopoverButton>
    </>
  );
}

interface PopoverButtonProps {
  readonly label?: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const PopoverButton = ({ label, onClick, children }: PopoverButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    className="flex h-11 min-w-11 items-center justify-center gap-[7px] rounded-[12px] px-3 focus-visible:-outline-offset-3 focus-visible:outline-paper [&_svg]:size-4.5"
    onClick={onClick}
  >
    {children}
  </button>
);

const gap = 12;
const arrowMargin = 18;

/**
 * Returns the place above the word within the box and follows the scrolling. The popover hides while the word is out of
 * sight.
 */
function usePlace(
  popover: RefObject<HTMLElement | null>,
  { box, list, index }: WordPopoverProps,
): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({ opacity: 0 });
  useLayoutEffect(() => {
    const update = () => {
      const word = list.current?.querySelector(`[data-word="${index}"]`)?.getClientRects()[0];
      const around = box.current?.getBoundingClientRect();
      const seen = list.current?.getBoundingClientRect();
      const own = popover.current?.getBoundingClientRect();
      if (!word || !around || !seen || !own) return;
      const centre = word.left + word.width / 2 - around.left;
      const left = Math.min(Math.max(centre - own.width / 2, 0), Math.max(around.width - own.width, 0));
      const arrow = Math.min(Math.max(centre - left, arrowMargin), own.width - arrowMargin);
      const isInSight = word.bottom > seen.top && word.top < seen.bottom;
      setPlace({
        left,
        top: word.top - around.top - own.height - gap,
        visibility: isInSight ? 'visible' : 'hidden',
        ['--arrow' as string]: `${arrow}px`, // a custom property, which the type does not know
      });
    };
    update();
    const observed = list.current;
    const resized = new ResizeObserver(update);
    if (box.current) resized.observe(box.current);
    if (popover.current) resized.observe(popover.current);
    observed?.addEventListener('scroll', update, { passive: true });
    return () => {
      resized.disconnect();
      observed?.removeEventListener('scroll', update);
    };
  }, [popover, box, list, index]);
  return place;
}
