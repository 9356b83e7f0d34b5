import { useEffect, useEffectEvent } from 'react';

/** Runs the action of a pressed letter. Other keys stay with the browser. */
export function useShortcuts(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const letter = toShortcut(event);
    const action = letter === null ? undefined : actions[letter];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Returns the letter of a press; null while the user types, in a sheet, or with a modifier key. */
function toShortcut(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.isComposing || event.repeat) return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const { target } = event;
  if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog'))
    return null;
  // Without `:is`, a browser without popovers would throw.
  if (document.querySelector(':is(dialog[open], :popover-open)')) return null;
  return event.key.length === 1 ? event.key.toLowerCase() : null;
}
