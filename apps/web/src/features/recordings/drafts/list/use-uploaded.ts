import type { UserId } from '@relato/contract/ids';
import type { UnsavedRecording } from '@relato/contract/recordings/types';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { isDiscarded } from '../store/discards.ts';
import { draftsQueryKey } from './draft-requests.ts';

/**
 * The recordings that this browser has had since the page was loaded: one on its way to the server is not offered twice.
 */
const held = new Set<string>();

/** A storage that does not answer in time may have the title and the text of each: then nothing is offered. */
function noneWithoutStorage(error: unknown): readonly never[] {
  if (error instanceof DOMException && error.name === 'TimeoutError') throw error;
  return [];
}

/**
 * Returns unsaved recordings that the server has and this browser has not: another device made them, or the browser has
 * lost them. The first page of them; the next ones follow when these are saved or deleted.
 */
export function useUploaded(userId: UserId): readonly UnsavedRecording[] {
  const { data: page } = trpc.recordings.unsaved.useQuery({});
  const { data: ids } = useQuery<ReadonlySet<string>>({
    queryKey: [...draftsQueryKey, userId, 'ids'],
    queryFn: async () => {
      const { drafts } = await import('../store/drafts.ts');
      // Also those that a tab works on.
      for (const { id } of await drafts.list(userId).catch(noneWithoutStorage)) held.add(id);
      return new Set(held);
    },
    staleTime: 0,
    retry: false,
  });
  return (ids && page?.items.filter(({ id }) => !ids.has(id) && !isDiscarded(id))) ?? [];
}
