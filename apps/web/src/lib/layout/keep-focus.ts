export const focusContent = (): void => document.getElementById('content')?.focus({ preventScroll: true });

/**
 * Keeps the focus near an element that disappears with it: in the list, section or screen around it, or on the title of
 * its sheet. The `ref` of that element: React calls the cleanup while the element is still in its place.
 */
export const keepFocus = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  const near = element.parentElement?.closest<HTMLElement>('[tabindex], dialog');
  if (!near) return focusContent();
  (near instanceof HTMLDialogElement ? near.querySelector('h2') : near)?.focus({ preventScroll: true });
};
