import type { StoryId } from '@relato/contract/ids';
import type { OwnReaction, StoryReactions } from '@relato/contract/reactions/types';
import { getQueryKey } from '@trpc/react-query';
import { expect, it, vi } from 'vitest';
import { trpc } from '../../lib/calls/trpc.ts';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { Refusal, runHook } from '../../lib/testing/run-hook.tsx';
import { useReact } from './use-reactions.ts';

vi.mock('../../lib/session/auth-sheet-store.ts', () => ({ openAuthSheet: vi.fn<() => void>() }));

const id = 'story' as StoryId; // any id does
const queryKey = getQueryKey(trpc.reactions.ofStory, { id }, 'query');
const range = { from: 0, to: 1 };
const span = { text: 'Mi abuela', startMs: 0, endMs: 800 };
const other: OwnReaction = { text: 'cantaba', startMs: 900, endMs: 1400, sign: 'hug' };

/** The listener changes the sign on the same words. Returns what shows when each change is sent, and at last. */
async function change(...answers: ('stored' | 'refused')[]) {
  const shown: unknown[] = [];
  const readShown = () =>
    queryClient.getQueryData<StoryReactions>(queryKey)?.mine.map(({ text, sign }) => `${text}: ${sign}`);
  const { result: react, queryClient } = runHook(
    () => useReact(id),
    () => {
      shown.push(readShown());
      if (answers.shift() === 'refused') throw new Refusal('INTERNAL');
      return null;
    },
  );
  queryClient.setQueryData<StoryReactions>(queryKey, { mine: [other], warm: [] });
  react({ range, span, known: undefined, sign: 'heart' });
  react({ range, span, known: { ...span, sign: 'heart' }, sign: 'laugh' });
  await expect.poll(() => queryClient.isMutating(), { interval: 5 }).toBe(0);
  return { sent: shown, left: readShown() };
}

const kept = 'cantaba: hug';
const laugh = [kept, 'Mi abuela: laugh'];

it.each([
  { answers: ['stored', 'stored'] as const, left: laugh },
  { answers: ['refused', 'stored'] as const, left: laugh },
  { answers: ['stored', 'refused'] as const, left: [kept, 'Mi abuela: heart'] },
  { answers: ['refused', 'refused'] as const, left: [kept] },
])('an answer to the first sign does not revert the one that waits: $answers', async ({ answers, left }) => {
  expect(await change(...answers)).toEqual({ sent: [laugh, laugh], left });
});

it('a sign whose session had ended is sent by its own sheet, and not by that of a later user', async () => {
  let calls = 0;
  const { result: react, queryClient } = runHook(
    () => useReact(id),
    (procedure) => {
      if (procedure !== 'reactions.set') return null;
      calls += 1;
      if (calls <= 2) throw new Refusal('UNAUTHENTICATED');
      return null;
    },
  );
  const leave = async (sign: 'heart' | 'laugh') => {
    react({ range, span, known: undefined, sign });
    await expect.poll(() => queryClient.isMutating(), { interval: 5 }).toBe(0);
  };
  await leave('heart');
  // The sheet was closed, and another user signs in at the next one.
  await leave('laugh');
  vi.mocked(openAuthSheet).mock.lastCall?.[0]?.onSignedIn?.();
  await expect.poll(() => queryClient.isMutating(), { interval: 5 }).toBe(0);
  expect(calls).toBe(3);
});
