import type { Page } from '@relato/contract/paging';
import type { StorySummary } from '@relato/contract/stories/types';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useRef } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { byCursor } from '../../../lib/paging/by-cursor.ts';
import { Paged } from '../../../lib/paging/paged.tsx';
import { RowSkeletons } from '../../../lib/paging/row-skeletons.tsx';
import { collectionsText } from '../../../messages/stories/collections.ts';
import { toAuthorName } from '../../../messages/stories.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import {
  oneAfterTheOther,
  showCollectionError,
  useCollect,
  useCollectionsRefresh,
} from '../../collections/public.ts';
import { toPlaced } from './to-placed.ts';

const text = collectionsText.order;

interface OrderSheetProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Lists the stories of the viewer's collection, which can be moved and removed. Changes show at once. */
export function OrderSheet({ id, onClose }: OrderSheetProps) {
  const stories = trpc.stories.byCollection.useInfiniteQuery({ id }, byCursor);
  const { move, remove } = useChanges(id);
  const list = useRef<HTMLElement>(null);
  /** Moves the focus to the list, because the pressed button moves or disappears. */
  const inList = (act: () => void) => () => {
    act();
    list.current?.focus();
  };
  return (
    <ModalSheet title={text.title} onClose={onClose}>
      <section ref={list} tabIndex={-1} aria-label={text.title} className="mt-3">
        <Paged
          query={stories}
          skeleton={<RowSkeletons label={collectionsText.loadingOne} />}
          failureTitle={collectionsText.errors.stories}
          empty={<p className="my-6 text-center text-muted">{collectionsText.empty.title}</p>}
        >
          {(shown) => (
            <ol className="divide-y divide-line">
              {shown.map((story, index) => {
                const [before, after] = [shown[index - 1], shown[index + 1]];
                return (
                  <OrderRow
                    key={story.id}
                    story={story}
                    onUp={before && inList(() => move(story, before))}
                    onDown={after && inList(() => move(after, story))}
                    onRemove={inList(() => remove(story))}
                  />
                );
              })}
            </ol>
          )}
        </Paged>
      </section>
    </ModalSheet>
  );
}

interface OrderRowProps {
  readonly story: StorySummary;
  /** Undefined for the first story. */
  readonly onUp: (() => void) | undefined;
  /** Undefined for the last story. */
  readonly onDown: (() => void) | undefined;
  readonly onRemove: () => void;
}

function OrderRow({ story, onUp, onDown, onRemove }: OrderRowProps) {
  const { title, author } = story;
  return (
    <li className="flex items-center gap-1 py-2">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-[650]">
          {title}
        </p>
        <p className="truncate text-sm text-muted">{toAuthorName(author)}</p>
      </div>
      {onUp && <IconButton label={text.up(title)} icon={<ArrowUp />} onClick={onUp} />}
      {onDown && <IconButton label={text.down(title)} icon={<ArrowDown />} onClick={onDown} />}
      <IconButton label={text.remove(title)} icon={<X />} onClick={onRemove} />
    </li>
  );
}

function useChanges(id: string) {
  const { stories } = trpc.useUtils();
  const refresh = useCollectionsRefresh();
  const show = (change: (pages: readonly Page<StorySummary>[]) => Page<StorySummary>[]) => {
    // An answer in flight is older than the press, and the next press builds on what this one shows.
    void stories.byCollection.cancel({ id });
    stories.byCollection.setInfiniteData({ id }, (data) => data && { ...data, pages: change(data.pages) });
  };
  const move = trpc.collections.move.useMutation({
    ...oneAfterTheOther,
    onError: showCollectionError,
    onSettled: refresh,
  });
  const collect = useCollect();
  return {
    /** Puts a story before another one. */
    move: (story: StorySummary, before: StorySummary) => {
      show((pages) => toPlaced(pages, story.id, before.id));
      move.mutate({ id, storyId: story.id, before: before.id });
    },
    remove: (story: StorySummary) => {
      show((pages) =>
        pages.map((page) => ({ ...page, items: page.items.filter((each) => each.id !== story.id) })),
      );
      collect.mutate({ id, storyId: story.id, isIn: false });
    },
  };
}
