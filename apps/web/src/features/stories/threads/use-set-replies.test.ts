import type { StoryId } from '@relato/contract/ids';
import { getQueryKey } from '@trpc/react-query';
import { expect, it } from 'vitest';
import { trpc } from '../../../lib/calls/trpc.ts';
import { Refusal, runHook } from '../../../lib/testing/run-hook.tsx';
import { useSetReplies } from './use-set-replies.ts';

const id = 'story' as StoryId; // any id does
const queryKey = getQueryKey(trpc.stories.byId, { id }, 'query');

/** The author of a story chooses twice. Returns what shows when each choice is sent, and at last. */
async function choose(...answers: ('stored' | 'refused')[]) {
  const shown: unknown[] = [];
  const readShown = () => (queryClient.getQueryData(queryKey) as { replies?: string }).replies;
  const { result, queryClient } = runHook(
    () => useSetReplies({ id }),
    () => {
      shown.push(readShown());
      if (answers.shift() === 'refused') throw new Refusal('INTERNAL');
      return null;
    },
  );
  queryClient.setQueryData(queryKey, { id });
  result.choose('first');
  result.choose('closed');
  await expect.poll(() => queryClient.isMutating(), { interval: 5 }).toBe(0);
  return { sent: shown, left: readShown() };
}

it.each([
  { answers: ['stored', 'stored'] as const, left: 'closed' },
  { answers: ['refused', 'stored'] as const, left: 'closed' },
  { answers: ['stored', 'refused'] as const, left: 'first' },
  { answers: ['refused', 'refused'] as const, left: undefined },
])(
  'an answer to the first choice does not revert the one that waits: $answers',
  async ({ answers, left }) => {
    expect(await choose(...answers)).toEqual({ sent: ['closed', 'closed'], left });
  },
);
