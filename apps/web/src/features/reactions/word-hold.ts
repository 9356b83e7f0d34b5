import { limits } from '@relato/contract/limits';
import type { WordRange } from '@relato/contract/transcription/spans';
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { onceOverdue } from '../../lib/once-overdue.ts';
import { findSelected, toWordIndex } from '../../lib/transcript/find-selected.ts';

/** A finger that moves further scrolls or selects. */
const slopPx = 10;

/** A touch this soon after scrolling only stops the list. */
const afterScrollMs = 150;

/**
 * Calls `onHold` when a finger or the mouse holds a word: with the selected words if it is one of them, else with the word
 * alone. The Enter key calls it with null. The press does not seek then.
 */
export function useHold(box: RefObject<HTMLElement | null>, onHold: (range: WordRange | null) => void): void {
  const hold = useEffectEvent(onHold);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const ending = new AbortController();
    const options = { signal: ending.signal };
    let stopWaiting = () => {};
    let start: PointerEvent | null = null;
    let isHeld = false;
    let scrolledAt = -Infinity;
    const cancel = () => {
      stopWaiting();
      start = null;
    };
    const fire = (index: number) => {
      const selected = findSelected(element);
      isHeld = true;
      cancel();
      hold(
        selected && selected.from <= index && index <= selected.to ? selected : { from: index, to: index },
      );
    };
    const begin = (event: PointerEvent) => {
      cancel();
      isHeld = false;
      const index = toWordIndex(event.target);
      if (index === null || !event.isPrimary || event.button !== 0) return;
      if (event.timeStamp - scrolledAt < afterScrollMs) return;
      start = event;
      // A busy page runs a due timer before it learns that the tap was short.
      stopWaiting = onceOverdue(limits.reactions.holdMs, () => fire(index));
    };
    const follow = ({ clientX, clientY }: PointerEvent) => {
      if (start && Math.hypot(clientX - start.clientX, clientY - start.clientY) > slopPx) cancel();
    };
    const openMenu = (event: Event) => {
      // A long press on a touch screen opens the context menu.
      if (isHeld || start?.pointerType === 'touch') event.preventDefault();
      else cancel();
    };
    const click = (event: Event) => {
      if (isHeld) event.stopImmediatePropagation();
      isHeld = false;
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || event.target !== element) return;
      event.preventDefault();
      hold(null);
    };
    element.addEventListener('pointerdown', begin, options);
    element.addEventListener(
      'touchend',
      (event) => {
        // Lifting the finger right away would tap, and so close, the sheet that has just opened.
        if (isHeld && event.cancelable) event.preventDefault();
      },
      options,
    );
    element.addEventListener('contextmenu', openMenu, options);
    element.addEventListener('click', click, { ...options, capture: true });
    element.addEventListener('keydown', press, options);
    // The mouse may leave the text while pressed.
    window.addEventListener('pointermove', follow, { ...options, passive: true });
    for (const type of ['pointerup', 'pointercancel', 'dragstart'] as const)
      window.addEventListener(type, cancel, options);
    window.addEventListener('scroll', ({ timeStamp }) => void (scrolledAt = timeStamp), {
      ...options,
      passive: true,
      capture: true,
    });
    return () => {
      cancel();
      ending.abort();
    };
  }, [box]);
}

/** Underlines words with the CSS Highlight API instead of elements, because the text rerenders with each spoken word. */
export function useMarks(
  box: RefObject<HTMLElement | null>,
  name: 'own-sign' | 'doubt' | 'explained',
  placed: readonly { readonly range: WordRange }[],
): void {
  useEffect(() => {
    const element = box.current;
    if (!element || !('highlights' in CSS)) return;
    const marks = CSS.highlights.get(name) ?? new Highlight();
    CSS.highlights.set(name, marks);
    const drawn = placed.flatMap(({ range: { from, to } }) => {
      const [first, last] = [from, to].map((index) => element.querySelector(`[data-word="${index}"]`));
      if (!first || !last) return [];
      const drawnRange = new Range();
      drawnRange.setStartBefore(first);
      drawnRange.setEndAfter(last);
      return [drawnRange];
    });
    for (const range of drawn) marks.add(range);
    return () => {
      for (const range of drawn) marks.delete(range);
    };
  }, [box, name, placed]);
}
