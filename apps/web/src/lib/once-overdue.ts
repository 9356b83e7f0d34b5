/** The last part of the wait, or half of a short one. */
const lastMs = 1_000;

/**
 * Calls `act` after `ms` without an answer. Returns the function that ends the wait. A page that was busy or asleep has
 * its timers and the answers that came meanwhile before it at once, and an answer is read in several tasks: the last part of
 * the wait begins when the page is back, so that it reads them first.
 */
export function onceOverdue(ms: number, act: () => void): () => void {
  const last = Math.min(lastMs, ms / 2);
  let timer = setTimeout(() => {
    timer = setTimeout(act, last);
  }, ms - last);
  return () => clearTimeout(timer);
}
