import { afterEach, beforeEach, vi } from 'vitest';

/** Replaces the timers in each test of a file by those of a page that may be busy or asleep. */
export function useBusyPage() {
  let nowMs = 0;
  const timers = new Map<number, { readonly dueMs: number; readonly act: () => void }>();
  beforeEach(() => {
    nowMs = 0;
    timers.clear();
    let last = 0;
    vi.stubGlobal('setTimeout', (act: () => void, ms: number) => {
      last += 1;
      timers.set(last, { dueMs: nowMs + ms, act });
      return last;
    });
    vi.stubGlobal('clearTimeout', (timer: number) => void timers.delete(timer));
  });
  afterEach(() => vi.unstubAllGlobals());

  return {
    timers,
    readNowMs: () => nowMs,
    /** Blocks the page for so long. It then runs the timers that are due before anything else that waits. */
    beBusy: (ms: number): void => {
      nowMs += ms;
      for (const [timer, { dueMs, act }] of timers) {
        if (dueMs > nowMs) continue;
        timers.delete(timer);
        act();
      }
    },
  };
}
