/** A tap this soon after another one, and this near to it, is the second of a double tap. */
const doubleTapMs = 500;
const doubleTapPx = 24;

interface Tap {
  readonly event: PointerEvent;
  readonly control: Element;
}

/** A label presses its field, so both are one control. */
function toControl(target: EventTarget | null): Element | null {
  const control =
    target instanceof Element ? target.closest('a, button, input, label, select, summary, textarea') : null;
  return control instanceof HTMLInputElement ? (control.labels?.[0] ?? control) : control;
}

/** Mice count their clicks, and few browsers count taps. The times are those of the presses, also on a busy page. */
const isDoubleTap = (first: PointerEvent, second: PointerEvent): boolean =>
  second.pointerType === 'mouse'
    ? second.detail > 1
    : second.timeStamp - first.timeStamp < doubleTapMs &&
      Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY) < doubleTapPx;

/**
 * Ignores the second tap of a double tap on another control than the first one, which opened, closed or moved something under
 * the finger.
 */
export function ignoreSecondTaps(): void {
  let last: Tap | null = null;
  const listen = (event: PointerEvent) => {
    // Keyboards and scripts press without a place. Firefox counts one click for a link that Enter follows.
    if (event.detail === 0 || event.pointerType === '') return;
    const control = toControl(event.target);
    if (last && control !== last.control && control !== null && isDoubleTap(last.event, event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    last = control && { event, control };
  };
  document.addEventListener('click', listen, true);
}
