import { useEffect, useEffectEvent } from 'react';

/** Does what a letter stands for; what stands for nothing stays the browser's. */
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

/** The letter of a press that is a shortcut; null while one types, in a sheet, or with a key that means something else. */
function toShortcut(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.isComposing || event.repeat) return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const { target } = event;
  if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog'))
    return null;
  if (document.querySelector('dialog[open], [popover]:popover-open')) return null;
  return event.key.length === 1 ? event.key.toLowerCase() : null;
}
