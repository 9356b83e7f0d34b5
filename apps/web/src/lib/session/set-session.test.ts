import type { Session } from '@relato/contract/account/types';
import { QueryObserver } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { expect, it } from 'vitest';
import { createQueryClient } from '../calls/query-client.ts';
import { trpc } from '../calls/trpc.ts';
import { setSession } from './set-session.ts';

const session = { user: { id: 'ana' } } as unknown as Session;

it.each([
  { what: 'the first answer', known: undefined },
  { what: 'a refresh', known: null },
])('ignores an older answer: $what', async ({ known }) => {
  const client = createQueryClient();
  const answers: ((answer: Session | null) => void)[] = [];
  const observer = new QueryObserver<Session | null>(client, {
    queryKey: getQueryKey(trpc.account.session, undefined, 'query'),
    queryFn: () => new Promise<Session | null>((resolve) => answers.push(resolve)),
    ...(known !== undefined && { initialData: known, staleTime: 0 }),
  });
  const stop = observer.subscribe(() => {});
  expect(answers).toHaveLength(1);
  setSession(client, session);
  expect(observer.getCurrentResult().data).toBe(session);
  answers[0]?.(null);
  // Another answer of this client arrives after the old one would have.
  await client.fetchQuery({ queryKey: ['another'], queryFn: () => Promise.resolve('') });
  expect(observer.getCurrentResult()).toMatchObject({ data: session, fetchStatus: 'idle' });
  stop();
});

it('gives the session to callers that wait for the first answer', async () => {
  const client = createQueryClient();
  const queryKey = getQueryKey(trpc.account.session, undefined, 'query');
  const waiting = client.ensureQueryData({ queryKey, queryFn: () => new Promise<Session | null>(() => {}) });
  setSession(client, session);
  expect(await waiting).toBe(session);
});
