import { setTimeout as delay } from 'node:timers/promises';

const stepMs = 20;

/** Resolves with the milliseconds until `isDone` holds, or with `null` after `atMostMs`. */
export async function measureUntil(
  isDone: () => boolean | Promise<boolean>,
  atMostMs = 60_000,
  sinceMs = performance.now(),
): Promise<number | null> {
  for (;;) {
    if (await isDone()) return performance.now() - sinceMs;
    if (performance.now() - sinceMs > atMostMs) return null;
    await delay(stepMs);
  }
}
