import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchWithTimeout } from './calls/fetch-with-timeout.ts';
import { onceOverdue } from './once-overdue.ts';
import { withTimeout } from './with-timeout.ts';

let nowMs: number;
let timers: Map<number, { readonly dueMs: number; readonly act: () => void }>;
beforeEach(() => {
  nowMs = 0;
  timers = new Map();
  let last = 0;
  vi.stubGlobal('setTimeout', (act: () => void, ms: number) => {
    last += 1;
    timers.set(last, { dueMs: nowMs + ms, act });
    return last;
  });
  vi.stubGlobal('clearTimeout', (timer: number) => void timers.delete(timer));
});
afterEach(() => vi.unstubAllGlobals());

/** Blocks the page for so long. It then runs the timers that are due before anything else that waits. */
function beBusy(ms: number): void {
  nowMs += ms;
  for (const [timer, { dueMs, act }] of timers) {
    if (dueMs > nowMs) continue;
    timers.delete(timer);
    act();
  }
}

it('an answer that arrived while the page was busy is taken, also after the time limit', async () => {
  const answer = Promise.withResolvers<string>();
  const taken = withTimeout(3_000, answer.promise);
  beBusy(60_000);
  answer.resolve('here');
  expect(await taken).toBe('here');
  expect(timers.size).toBe(0);
});

it('a page that was busy past the time limit reads an answer to its end, but not forever', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    signals.push(init.signal);
    return new Response('{');
  });
  await fetchWithTimeout('/trpc');
  beBusy(60_000);
  expect(signals[0]?.aborted).toBe(false);
  beBusy(1_000);
  expect(signals[0]?.aborted).toBe(true);
});

it.each([200, 3_000, 20_000])('no page waits longer than its limit: %s ms', (ms) => {
  const act = vi.fn<() => void>();
  onceOverdue(ms, act);
  while (nowMs < ms - 100) beBusy(100);
  expect(act).not.toHaveBeenCalled();
  beBusy(100);
  expect(act).toHaveBeenCalledOnce();
});

it('a wait that has ended calls nothing, in its last part too', () => {
  const act = vi.fn<() => void>();
  const stop = onceOverdue(3_000, act);
  beBusy(2_500);
  stop();
  beBusy(60_000);
  expect(act).not.toHaveBeenCalled();
});
