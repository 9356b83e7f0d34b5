/** The last part of the wait, at most half of it. */
const lastMs = 1_000;

/**
 * Calls `act` after `ms` without an answer. Returns the function that ends the wait. A page that was busy or asleep finds
 * its due timers and the answers at the same time, and reads an answer in several tasks. So the last part of the wait begins
 * when the page is back, which lets it read the answers first.
 */
export function onceOverdue(ms: number, act: () => void): () => void {
  const last = Math.min(lastMs, ms / 2);
  let timer = setTimeout(() => {
    timer = setTimeout(act, last);
  }, ms - last);
  return () => clearTimeout(timer);
}
