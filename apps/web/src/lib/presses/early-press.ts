/**
 * Returns whether the page was hidden after it had been visible. That may have been before the press, whose time is unknown.
 * Browsers without these entries report nothing.
 */
const wasHidden = (): boolean =>
  performance
    .getEntriesByType('visibility-state')
    .some(({ name, startTime }) => name === 'hidden' && startTime > 0);

/** Returns what identifies a screen: its path, and the story that is open over it. */
function toScreen(address: string): string {
  const { pathname, searchParams } = new URL(address);
  return `${pathname.replace(/(?<=.)\/$/, '')} ${searchParams.get('story') ?? ''}`;
}

/** Returns whether the user went back or forward to another screen since the document was opened. */
const isElsewhere = (): boolean =>
  performance.getEntriesByType('navigation').some(({ name }) => toScreen(name) !== toScreen(location.href));

/**
 * Returns, once, whether the user pressed a microphone button of index.html, which the browser keeps as an open popover
 * until the app has started. A user who left the page meanwhile no longer expects a recording.
 */
export function takeEarlyPress(): boolean {
  const press = document.getElementById('pressed');
  // A browser without popovers does not know the selector.
  const isTaken =
    'popover' in HTMLElement.prototype &&
    press?.matches(':popover-open') === true &&
    !wasHidden() &&
    !isElsewhere();
  press?.remove();
  return isTaken;
}
