import { limits } from '@relato/contract/limits';
import { expect, it, vi } from 'vitest';
import { useBusyPage } from '../testing/busy-page.ts';
import { askWorker } from './ask-worker.ts';

const { silenceTimeoutMs } = limits.worker;
const { timers, beBusy } = useBusyPage();

/** Asks a worker that says what the test says. */
function ask() {
  const worker = Object.assign(new EventTarget(), { postMessage: vi.fn<() => void>() });
  // The function uses no other part of a worker.
  const answer = askWorker(worker as unknown as Worker, 'question', { signal: new AbortController().signal });
  const settled = vi.fn<() => void>();
  void answer.then(settled, settled);
  return {
    answer,
    settled,
    say: (data: object) => worker.dispatchEvent(new MessageEvent('message', { data })),
  };
}

it('a phone that slept past the time limit leaves the worker time to finish', async () => {
  const { answer, settled, say } = ask();
  say({ kind: 'progress', ratio: 0.5 });
  beBusy(10 * silenceTimeoutMs);
  beBusy(silenceTimeoutMs / 4);
  await Promise.resolve();
  expect(settled).not.toHaveBeenCalled();
  say({ kind: 'done' });
  expect(await answer).toEqual({ kind: 'done' });
  expect(timers.size).toBe(0);
});

it('a worker that is silent for the time limit has died', async () => {
  const { answer } = ask();
  for (let ms = 0; ms < silenceTimeoutMs; ms += 500) beBusy(500);
  await expect(answer).rejects.toThrow('The worker is silent');
});
