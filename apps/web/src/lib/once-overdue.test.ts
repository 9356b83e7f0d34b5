import { expect, it, vi } from 'vitest';
import { fetchWithTimeout } from './calls/fetch-with-timeout.ts';
import { onceOverdue } from './once-overdue.ts';
import { useBusyPage } from './testing/busy-page.ts';
import { withTimeout } from './with-timeout.ts';

const { timers, beBusy, readNowMs } = useBusyPage();

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
  while (readNowMs() < ms - 100) beBusy(100);
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
