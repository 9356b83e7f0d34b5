import { getQueryKey } from '@trpc/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trpc } from '../../lib/calls/trpc.ts';
import { forgetQuestion, keepQuestion } from '../../lib/kept-question.ts';
import { stubStorage } from '../../lib/testing/fake-storage.ts';
import { runHook } from '../../lib/testing/run-hook.tsx';
import { useKeptQuestion } from './use-kept-question.ts';

const question = { token: 'x', text: '¿Y el mar?', asker: 'eva' };

beforeEach(() => {
  stubStorage('localStorage');
  vi.stubGlobal('history', { state: null });
});
afterEach(() => {
  forgetQuestion('x');
  vi.unstubAllGlobals();
});

it.each([
  { what: 'a visitor to a user', owner: undefined, viewer: 'beto', shown: { ...question, owner: 'beto' } },
  { what: 'a user to the same user', owner: 'beto', viewer: 'beto', shown: { ...question, owner: 'beto' } },
  { what: 'a user to another one', owner: 'ana', viewer: 'beto', shown: null },
  { what: 'a visitor to a visitor', owner: undefined, viewer: null, shown: question },
  { what: 'a user to a visitor', owner: 'ana', viewer: null, shown: null },
  {
    what: 'a user whose session is unknown',
    owner: 'ana',
    viewer: undefined,
    shown: { ...question, owner: 'ana' },
  },
])('shows no question of another account: from $what', ({ owner, viewer, shown }) => {
  keepQuestion({ ...question, owner });
  const { result } = runHook(
    () => {
      const queryKey = getQueryKey(trpc.account.session, undefined, 'query');
      useQueryClient().setQueryData(queryKey, viewer ? { user: { id: viewer } } : viewer);
      return useKeptQuestion();
    },
    () => null,
  );
  expect(result.question).toEqual(shown);
});

it('does not ask users what they asked themselves before they signed in', () => {
  keepQuestion({ ...question, askerId: 'eva' });
  const { result } = runHook(
    () => {
      const queryKey = getQueryKey(trpc.account.session, undefined, 'query');
      useQueryClient().setQueryData(queryKey, { user: { id: 'eva' } });
      return useKeptQuestion();
    },
    () => null,
  );
  expect(result.question).toBeNull();
});
