import { useEffect, useState, type RefObject } from 'react';
import { findLit, toWordIndex } from '../../../lib/transcript/find-selected.ts';

/** The time in which the mouse can go from the word to its note. */
const leaveMs = 300;

interface Text {
  readonly box: RefObject<HTMLElement | null>;
  readonly hasWord: (index: number) => boolean;
}

/**
 * Returns the index of the word whose note shows: the last one that was tapped, hovered or reached with the arrow keys.
 * Escape, scrolling and a press elsewhere hide the note.
 */
export function usePeek({ box, hasWord }: Text) {
  const [shown, setShown] = useState<number | null>(null);
  const [timer] = useState(() => {
    let running: ReturnType<typeof setTimeout> | undefined;
    return {
      stop: () => clearTimeout(running),
      start: () => {
        clearTimeout(running);
        running = setTimeout(() => setShown(null), leaveMs);
      },
    };
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const ending = new AbortController();
    const { signal } = ending;
    const show = (index: number | null) => {
      timer.stop();
      setShown(index !== null && hasWord(index) ? index : null);
    };
    const hide = () => show(null);
    element.addEventListener(
      'click',
      ({ target }) => window.getSelection()?.isCollapsed !== false && show(toWordIndex(target)),
      { signal },
    );
    element.addEventListener(
      'pointerover',
      ({ target, pointerType, buttons }) => {
        if (pointerType !== 'mouse' || buttons !== 0) return;
        const index = toWordIndex(target);
        if (index !== null && hasWord(index)) show(index);
        else timer.start();
      },
      { signal },
    );
    element.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && timer.start(), {
      signal,
    });
    // On `keyup` the arrow key has already moved the text to the word.
    element.addEventListener(
      'keyup',
      ({ key }) => {
        if (key === 'ArrowLeft' || key === 'ArrowRight') show(findLit(element));
      },
      { signal },
    );
    element.addEventListener('blur', hide, { signal });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal });
    document.addEventListener(
      'pointerdown',
      ({ target }) => target instanceof Node && !element.contains(target) && hide(),
      { signal },
    );
    window.addEventListener('scroll', hide, { signal, passive: true, capture: true });
    window.addEventListener('resize', hide, { signal });
    return () => {
      timer.stop();
      ending.abort();
    };
  }, [box, hasWord, timer]);
  return { shown, stay: timer.stop, leave: timer.start };
}
