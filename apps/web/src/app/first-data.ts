import { firstDataId, type FirstCall, type FirstData } from '@relato/contract/first-data';
import type { Page } from '@relato/contract/paging';
import type { StorySummary } from '@relato/contract/stories/types';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { startFeed } from '../features/stories/feed/start-feed.ts';
import { getQueryKey } from '@trpc/react-query';
import { transformer, trpc } from '../lib/calls/trpc.ts';
import { readRememberedSession } from '../lib/session/remembered-session.ts';
import { hasSessionChanged } from '../lib/session/session-stamp.ts';

/**
 * Fills the cache with the answers that the server wrote into the page, so that the first screen renders without a call.
 * Missing or unreadable answers are fetched as on later screens.
 */
export function takeFirstData(queryClient: QueryClient): void {
  const block = document.getElementById(firstDataId);
  block?.remove();
  if (hasSessionChanged()) return;
  if (!block) {
    recallSession(queryClient);
    return;
  }
  try {
    const data: readonly FirstData[] = JSON.parse(block.textContent);
    for (const { calls, answers } of data) {
      for (const [index, call] of calls.entries()) take(queryClient, call, answers[index]);
    }
  } catch (error) {
    console.warn('The data of the page could not be read', error);
  }
}

/** Restores the last user, who may record without a network, on a page that the service worker or Firefox stored. */
function recallSession(queryClient: QueryClient): void {
  const isKept = document.documentElement.dataset.stored !== undefined || !navigator.onLine;
  const session = isKept ? readRememberedSession() : null;
  if (!session) return;
  const queryKey = getQueryKey(trpc.account.session, undefined, 'query');
  // Marked as old, so that it is refetched at once.
  queryClient.setQueryData(queryKey, session, { updatedAt: 1 });
}

/** The answer of `/trpc` to one call of a batch. */
interface Answer {
  readonly result?: { readonly data: Parameters<typeof transformer.deserialize>[0] };
}

function take(queryClient: QueryClient, call: FirstCall, answer: unknown): void {
  const { result } = answer as Answer; // the server of this page writes it so
  if (result)
    queryClient.setQueryData(toQueryKey(call), toCached(call, transformer.deserialize(result.data)));
}

const toQueryKey = ({ path, input, type }: FirstCall): QueryKey => [
  path.split('.'),
  { ...(input && { input }), type },
];

/** Returns an answer in the form in which its screen caches it. */
function toCached({ path, input, type }: FirstCall, output: unknown): unknown {
  if (type === 'infinite') return { pages: [output], pageParams: [null] };
  const isFeed = path === 'stories.feed' && input?.search !== undefined;
  return isFeed ? startFeed(output as Page<StorySummary>) : output; // the output of that procedure
}
