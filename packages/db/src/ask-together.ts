/** Returns a function that asks once for all waiting callers. Each caller gets the answer to a question from after the call. */
export function askTogether<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> | null = null;
  let next: Promise<Answer> | null = null;
  const start = (): Promise<Answer> => {
    const asked = ask();
    const settled = Promise.allSettled([asked]).finally(() => {
      if (running === settled) running = null;
    });
    running = settled;
    return asked;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(() => {
      next = null;
      return start();
    });
    return next;
  };
}

/** Does the same for each key: concurrent callers with the same key share a question. */
export function askTogetherBy<Key, Answer>(
  ask: (key: Key) => Promise<Answer>,
): (key: Key) => Promise<Answer> {
  const asked = new Map<Key, { readonly ask: () => Promise<Answer>; callers: number }>();
  return async (key) => {
    const entry = asked.get(key) ?? { ask: askTogether(() => ask(key)), callers: 0 };
    asked.set(key, entry);
    entry.callers += 1;
    try {
      return await entry.ask();
    } finally {
      entry.callers -= 1;
      if (entry.callers === 0) asked.delete(key);
    }
  };
}
