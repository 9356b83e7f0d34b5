import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Load = Parameters<typeof lazyPart>[0];

it('a preloaded part shows in its first render, and loads once', async () => {
  const load = vi.fn<Load>(async () => () => 'Hola');
  const Part = lazyPart(load);
  expect(renderToStaticMarkup(<Part />)).toBe('');
  await Promise.all([Part.preload(), Part.preload()]);
  await Part.preload();
  expect(renderToStaticMarkup(<Part />)).toBe('Hola');
  expect(load).toHaveBeenCalledOnce();
});

it('a part whose preload failed is loaded again after a moment', async () => {
  const load = vi.fn<Load>(async () => () => 'Hola').mockRejectedValueOnce(new Error('offline'));
  const Part = lazyPart(load);
  await Part.preload();
  vi.advanceTimersByTime(4_999);
  await Part.preload();
  expect(load).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1);
  await Part.preload();
  expect(load).toHaveBeenCalledTimes(2);
  expect(renderToStaticMarkup(<Part />)).toBe('Hola');
});
