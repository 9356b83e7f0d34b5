const doubleTapMs = 350;
const doubleTapPx = 24;

const places = 'dialog, li';

let first: MouseEvent | undefined;
let pressed: Element;

/**
 * Drops the second tap of a double tap where the first one opened or closed a sheet, or moved or removed an item of a list, and
 * so has put something else under the finger: the scrim too, if the sheet became lower. The clicks of the keyboard have no
 * detail.
 */
function dropSecondTap(event: MouseEvent): void {
  const { detail, target, timeStamp, clientX, clientY } = event;
  if (!detail || !(target instanceof Element)) return;
  if (
    first &&
    timeStamp - first.timeStamp < doubleTapMs &&
    Math.hypot(clientX - first.clientX, clientY - first.clientY) < doubleTapPx &&
    (pressed.isConnected
      ? pressed.closest(places) !== target.closest(places)
      : pressed.closest(places) || target.matches('dialog > button'))
  ) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    first = event;
    pressed = target.closest('button, a') ?? target;
  }
}

export const dropSecondTaps = (): void => addEventListener('click', dropSecondTap, true);
