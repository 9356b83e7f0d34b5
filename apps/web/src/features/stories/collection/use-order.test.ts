import type { StorySummary } from '@relato/contract/stories/types';
import { getQueryKey } from '@trpc/react-query';
import { expect, it } from 'vitest';
import { trpc } from '../../../lib/calls/trpc.ts';
import { Refusal, runHook } from '../../../lib/testing/run-hook.tsx';
import { useOrder } from './use-order.ts';

const id = 'collection';
const queryKey = getQueryKey(trpc.stories.byCollection, { id }, 'infinite');
const toPages = (ids: readonly string[]) => ({
  pages: [{ items: ids.map((each) => ({ id: each }) as StorySummary), nextCursor: null }], // the order needs no more
  pageParams: [null],
});

/** A collection of the stories a, b and c. Each call that changes it gets the next answer. */
function openCollection(...answers: ('stored' | 'lost')[]) {
  const { result, queryClient } = runHook(
    () => useOrder(id),
    () => {
      if (answers.shift() === 'lost') throw new Refusal('INTERNAL');
      return null;
    },
  );
  queryClient.setQueryData(queryKey, toPages(['a', 'b', 'c']));
  const listShown = () =>
    queryClient
      .getQueryData<ReturnType<typeof toPages>>(queryKey)
      ?.pages.flatMap(({ items }) => items.map((story) => story.id));
  const settled = () => expect.poll(() => queryClient.isMutating(), { interval: 5 }).toBe(0);
  return { ...result, listShown, settled };
}

it('a change shows at once, and the next one builds on it', async () => {
  const { move, remove, listShown, settled } = openCollection();
  move('c', 'a');
  expect(listShown()).toEqual(['c', 'a', 'b']);
  remove('a');
  expect(listShown()).toEqual(['c', 'b']);
  await settled();
  expect(listShown()).toEqual(['c', 'b']);
});

it.each([
  { answers: ['lost', 'lost'] as const, left: ['a', 'b', 'c'] },
  { answers: ['stored', 'lost'] as const, left: ['c', 'a', 'b'] },
])('changes that failed are reverted once all are answered: $answers', async ({ answers, left }) => {
  const { move, remove, listShown, settled } = openCollection(...answers);
  move('c', 'a');
  remove('a');
  await settled();
  expect(listShown()).toEqual(left);
});
