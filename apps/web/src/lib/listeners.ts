/** A set of listeners. `subscribe` returns a function that unsubscribes. */
export function createListeners<Event = void>() {
  const listeners = new Set<(event: Event) => void>();
  return {
    subscribe: (listener: (event: Event) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (event: Event): void => {
      for (const listener of listeners) listener(event);
    },
  };
}
