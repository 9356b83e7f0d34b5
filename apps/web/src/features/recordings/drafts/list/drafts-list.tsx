import type { UserId } from '@relato/contract/ids';
import { useEffect, useState } from 'react';
import type { UnsavedRecording } from '@relato/contract/recordings/types';
import { useQuery } from '@tanstack/react-query';
import { draftsText } from '../../../../messages/recordings/drafts.ts';
import { formatBytes } from '../../../../messages/format.ts';
import { DraftItem } from './draft-item.tsx';
import { useOpenDrafts } from './draft-notice.tsx';
import { isPersistent } from '../store/persistence.ts';
import { forgetElsewhere, forgetSaved, useSavings } from '../saving/saving-progress.ts';
import { UploadedItem } from './uploaded-item.tsx';
import { isTimeout } from '../../../../lib/calls/fetch-with-timeout.ts';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { isDiscarded } from '../store/discards.ts';
import { draftsQueryKey, toAskAgainMs } from './draft-requests.ts';

interface DraftsListProps {
  readonly userId: UserId;
  /** The id of the element that lists the saved stories. */
  readonly storiesId: string;
}

/** The recordings that are not stories yet, in this browser and on the server. Renders nothing without one. */
export function DraftsList({ userId, storiesId }: DraftsListProps) {
  const open = useOpenDrafts(userId);
  const savings = useSavings();
  const isKept = usePersistence();
  useEffect(() => forgetSaved, []);
  useEffect(() => forgetElsewhere(open.map(({ id }) => id)), [open]);
  const saving = [...savings.values()].map(({ draft }) => draft).filter((draft) => draft.userId === userId);
  const drafts = [...open.filter(({ id }) => !savings.has(id)), ...saving].toSorted(
    (one, other) => other.createdAtMs - one.createdAtMs,
  );
  const uploaded = useUploaded(userId);
  if (drafts.length === 0 && uploaded.length === 0) return null;
  const kept = drafts.filter(({ id }) => savings.get(id)?.step !== 'saved');
  const size = formatBytes(kept.reduce((sum, { bytes = 0 }) => sum + bytes, 0));
  return (
    <section className="mb-4.5">
      <h2 className="text-title">{draftsText.list.title}</h2>
      {kept.length > 0 && (
        <p className="mt-[3px] text-sm text-muted">
          <span className="num whitespace-normal">{draftsText.list.count(kept.length, size)}</span>
          {isKept === false && <span className="block">{draftsText.list.evictable}</span>}
        </p>
      )}
      <ul className="mt-3 flex flex-col gap-2.5">
        {drafts.map((draft) => (
          <DraftItem
            key={draft.id}
            draft={draft}
            saving={savings.get(draft.id) ?? null}
            storiesId={storiesId}
          />
        ))}
        {uploaded.map((recording) => (
          <UploadedItem key={recording.id} recording={recording} />
        ))}
      </ul>
    </section>
  );
}

/** Returns whether the browser has promised to keep the drafts; null while that is unknown. */
function usePersistence(): boolean | null {
  const [isKept, setKept] = useState<boolean | null>(null);
  useEffect(() => void isPersistent().then(setKept), []);
  return isKept;
}

/**
 * The recordings that this browser has held since the page was loaded. One on its way to the server must not be offered
 * twice.
 */
const held = new Set<string>();

/**
 * A storage that does not answer in time may hold drafts of the same recordings, so nothing is offered. One that fails
 * otherwise holds none.
 */
function noneWithoutStorage(error: unknown): readonly never[] {
  if (isTimeout(error)) throw error;
  return [];
}

/**
 * Returns the unsaved recordings that only the server has, because another device made them or this browser has lost them.
 * Returns one page; saving or deleting its recordings leads to the next.
 */
function useUploaded(userId: UserId): readonly UnsavedRecording[] {
  const { data: page } = trpc.recordings.unsaved.useQuery({});
  const { data: ids } = useQuery<ReadonlySet<string>>({
    queryKey: [...draftsQueryKey, userId, 'ids'],
    queryFn: async () => {
      const { drafts } = await import('../store/drafts.ts');
      // Includes the drafts that a tab works on.
      for (const { id } of await drafts.list(userId).catch(noneWithoutStorage)) held.add(id);
      return new Set(held);
    },
    staleTime: 0,
    retry: false,
    refetchInterval: toAskAgainMs,
  });
  return (ids && page?.items.filter(({ id }) => !ids.has(id) && !isDiscarded(id))) ?? [];
}
