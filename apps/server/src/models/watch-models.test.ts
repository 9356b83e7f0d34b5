import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchModels } from './watch-models.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches a folder whose versions are these, look by look. Returns after how many looks the model was noticed. */
async function watch(versions: readonly (string | Error)[]): Promise<number[]> {
  const noticed: number[] = [];
  let looks = 0;
  const stop = watchModels({
    models: {
      getVersion: async () => {
        const version = versions[looks++] ?? versions.at(-1) ?? '';
        if (version instanceof Error) throw version;
        return version;
      },
    },
    onModel: () => void noticed.push(looks),
    onError: () => {},
  });
  await vi.advanceTimersByTimeAsync(2_000 * (versions.length + 1));
  await stop();
  return noticed;
}

it('notices the model that is there at once', async () => {
  expect(await watch(['a', 'a', 'a', 'a'])).toEqual([2]);
});

it('notices a model that comes, and each change of it, once', async () => {
  expect(await watch(['', '', 'a', 'a', 'a', 'b', 'b'])).toEqual([4, 7]);
});

it('waits until a file that is being copied is at rest', async () => {
  expect(await watch(['', '', 'a1', 'a2', 'a3', 'a3'])).toEqual([6]);
});

it('does not call for a model that goes, but for one that comes back', async () => {
  expect(await watch(['a', 'a', '', '', 'a', 'a'])).toEqual([2, 6]);
});

it('goes on after a look that failed', async () => {
  expect(await watch(['', new Error('disk'), 'a', 'a'])).toEqual([4]);
});
