import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchModels } from './watch-models.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches a folder that has these versions at successive polls. Returns the numbers of the polls that noticed a model. */
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

it('notices an existing model at once', async () => {
  expect(await watch(['a', 'a', 'a', 'a'])).toEqual([2]);
});

it('notices a new model and each change of it once', async () => {
  expect(await watch(['', '', 'a', 'a', 'a', 'b', 'b'])).toEqual([4, 7]);
});

it('waits until the copy of a file is complete', async () => {
  expect(await watch(['', '', 'a1', 'a2', 'a3', 'a3'])).toEqual([6]);
});

it('ignores the removal of a model, but notices its return', async () => {
  expect(await watch(['a', 'a', '', '', 'a', 'a'])).toEqual([2, 6]);
});

it('continues after a failed poll', async () => {
  expect(await watch(['', new Error('disk'), 'a', 'a'])).toEqual([4]);
});
