import type { StoryId } from '@relato/contract/ids';
import { getQueryKey } from '@trpc/react-query';
import { expect, it } from 'vitest';
import { trpc } from '../../lib/calls/trpc.ts';
import { runHook } from '../../lib/testing/run-hook.tsx';
import { useSetListenersDecide } from './use-decide.ts';

const id = 'story' as StoryId; // any id does

it('shows at once that listeners decide, and reverts it without a network', async () => {
  const queryKey = getQueryKey(trpc.stories.byId, { id }, 'query');
  const toStory = (listenersDecide: boolean) => ({ id, corrections: { waiting: 2, listenersDecide } });
  const shownWhenSent: unknown[] = [];
  const { result, queryClient } = runHook(
    () => useSetListenersDecide(id),
    () => {
      shownWhenSent.push(queryClient.getQueryData(queryKey));
      throw new TypeError('Failed to fetch');
    },
  );
  queryClient.setQueryData(queryKey, toStory(false));
  await expect(result.mutateAsync({ id, listenersDecide: true })).rejects.toThrow('Failed to fetch');
  expect(shownWhenSent).toEqual([toStory(true)]);
  expect(queryClient.getQueryData(queryKey)).toEqual(toStory(false));
});
