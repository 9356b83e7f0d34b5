import { useEffect, useEffectEvent } from 'react';
import { toShortcut } from './shortcut.ts';

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
