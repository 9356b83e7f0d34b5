import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createTrpcClient, trpc } from '../../lib/calls/trpc.ts';
import { useMutedWords } from './use-muted-words.ts';

const sessionKey = getQueryKey(trpc.account.session, undefined, 'query');
const wordsKey = getQueryKey(trpc.blocks.words, undefined, 'query');

function Probe() {
  return JSON.stringify(useMutedWords());
}

/** Returns what the first render of a page with these answers gets. */
function read(fill: (queryClient: QueryClient) => void): unknown {
  const queryClient = new QueryClient();
  fill(queryClient);
  const html = renderToStaticMarkup(
    <trpc.Provider client={createTrpcClient()} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Probe />
      </QueryClientProvider>
    </trpc.Provider>,
  );
  return JSON.parse(html.replaceAll('&quot;', '"'));
}

const signIn = (queryClient: QueryClient): void =>
  void queryClient.setQueryData(sessionKey, { user: { id: 'ana' } });

it('a visitor mutes no words, also while the session loads', () => {
  expect(read(() => {})).toEqual([]);
  expect(read((queryClient) => queryClient.setQueryData(sessionKey, null))).toEqual([]);
});

it('the words of a user are unknown until they arrive', () => {
  expect(read(signIn)).toBeNull();
  expect(
    read((queryClient) => {
      signIn(queryClient);
      queryClient.setQueryData(wordsKey, ['tren']);
    }),
  ).toEqual(['tren']);
});

it('a failed call does not keep the lists waiting, nor does its repetition', () => {
  const state = { status: 'error', errorUpdateCount: 1 } as const;
  const fail = (more: object) => (queryClient: QueryClient) => {
    signIn(queryClient);
    queryClient
      .getQueryCache()
      .build(queryClient, { queryKey: wordsKey })
      .setState({ ...state, ...more });
  };
  expect(read(fail({}))).toEqual([]);
  expect(read(fail({ status: 'pending', fetchStatus: 'fetching' }))).toEqual([]);
});
