import type { Session } from '@relato/contract/account/types';
import { getQueryKey } from '@trpc/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionText } from '../../messages/account/session.ts';
import { addToastViewport, getToast } from '../../ui/toasts/toast-store.ts';
import { trpc } from '../calls/trpc.ts';
import { stubStorage } from '../testing/fake-storage.ts';
import { Refusal, runHook } from '../testing/run-hook.tsx';
import { useSignOut } from './use-sign-out.ts';

const session = { user: { id: 'ana' } } as unknown as Session;
const lost = new TypeError('Failed to fetch');
const viewport = Symbol('the screen');
let removeViewport: () => void;

beforeEach(() => {
  stubStorage('localStorage');
  removeViewport = addToastViewport(viewport);
});
afterEach(() => {
  removeViewport();
  vi.unstubAllGlobals();
});

it.each([
  { what: 'the session had ended', refused: new Refusal('UNAUTHENTICATED'), left: session, isOut: true },
  { what: 'only the answer was lost', refused: lost, left: null, isOut: true },
  { what: 'the session goes on', refused: lost, left: session, isOut: false },
  { what: 'the server does not answer', refused: lost, left: lost, isOut: false },
])(
  'a failed sign-out counts as done only if the session is over: $what',
  async ({ refused, left, isOut }) => {
    const { result, queryClient } = runHook(useSignOut, (procedure) => {
      if (procedure === 'account.signOut') throw refused;
      if (left instanceof Error) throw left;
      return left;
    });
    const queryKey = getQueryKey(trpc.account.session, undefined, 'query');
    queryClient.setQueryData(queryKey, session);
    await expect(result.mutateAsync()).rejects.toThrow(refused.message);
    expect(getToast(viewport)).toMatchObject(
      isOut ? { title: sessionText.signedOut } : { ...sessionText.signOutFailed, tone: 'destructive' },
    );
    expect(queryClient.getQueryData(queryKey)).toEqual(isOut ? null : session);
  },
);
