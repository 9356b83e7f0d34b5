import type { UserId } from '@relato/contract/ids';
import { useEffect, useState } from 'react';
import { draftsText } from '../../../messages/drafts.ts';
import { formatBytes } from '../../../messages/format.ts';
import { DraftItem } from './draft-item.tsx';
import { useOpenDrafts } from './draft-notice.tsx';
import { forgetSaved, useSavings } from './savings.ts';

interface DraftsListProps {
  readonly userId: UserId;
  /** The element under which the saved stories are. */
  readonly storiesId: string;
}

/** The recordings that this browser keeps, with what happens to them. Renders nothing without one. */
export function DraftsList({ userId, storiesId }: DraftsListProps) {
  const open = useOpenDrafts(userId);
  const savings = useSavings();
  const isPersistent = usePersistence();
  useEffect(() => forgetSaved, []);
  const saving = [...savings.values()].map(({ draft }) => draft).filter((draft) => draft.userId === userId);
  const drafts = [...open.filter(({ id }) => !savings.has(id)), ...saving].toSorted(
    (one, other) => other.createdAtMs - one.createdAtMs,
  );
  if (drafts.length === 0) return null;
  const kept = drafts.filter(({ id }) => savings.get(id)?.step !== 'saved');
  const size = formatBytes(kept.reduce((sum, { bytes = 0 }) => sum + bytes, 0));
  return (
    <section className="mb-4.5">
      <h2 className="text-title">{draftsText.list.title}</h2>
      {kept.length > 0 && (
        <p className="mt-[3px] text-sm text-muted">
          <span className="num whitespace-normal">{draftsText.list.count(kept.length, size)}</span>
          {isPersistent === false && <span className="block">{draftsText.list.evictable}</span>}
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
      </ul>
    </section>
  );
}

/** Returns whether the browser has promised to keep what is stored; null if that is unknown. */
function usePersistence(): boolean | null {
  const [isPersistent, setPersistent] = useState<boolean | null>(null);
  useEffect(() => {
    const ask = async () => {
      try {
        setPersistent((await navigator.storage?.persisted?.()) ?? null);
      } catch (error) {
        console.warn('The browser does not say whether it keeps recordings', error);
      }
    };
    void ask();
  }, []);
  return isPersistent;
}
