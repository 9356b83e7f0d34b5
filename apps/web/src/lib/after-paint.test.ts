import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterPaint } from './after-paint.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns whether `afterPaint` has resolved after so long, with a frame every so often. */
async function isOver(ms: number, frameMs: number): Promise<boolean> {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, frameMs));
  const resolved = vi.fn<() => void>();
  void afterPaint().then(resolved);
  await vi.advanceTimersByTimeAsync(ms);
  return resolved.mock.calls.length > 0;
}

it('waits for the next frame', async () => {
  expect(await isOver(15, 16)).toBe(false);
  expect(await isOver(17, 16)).toBe(true);
});

it('does not wait for a frame that a hidden page never draws', async () => {
  expect(await isOver(99, 60_000)).toBe(false);
  expect(await isOver(100, 60_000)).toBe(true);
});
