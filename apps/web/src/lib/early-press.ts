/**
 * Returns whether the page was hidden after it had been seen, also before the press, whose time is not known. Browsers without
 * such entries tell nothing.
 */
const wasLeft = (): boolean =>
  performance
    .getEntriesByType('visibility-state')
    .some(({ name, startTime }) => name === 'hidden' && startTime > 0);

/**
 * Returns whether the user pressed a microphone of index.html, which the browser keeps as an open popover until the app
 * is there; true once. A user who went elsewhere meanwhile expects no recording any more.
 */
export function takeEarlyPress(): boolean {
  const press = document.getElementById('pressed');
  // A browser without popovers does not know the selector.
  const isTaken =
    'popover' in HTMLElement.prototype && press?.matches(':popover-open') === true && !wasLeft();
  press?.remove();
  return isTaken;
}
