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
import { useOrder } from './use-order.ts';

const text = collectionsText.order;

interface OrderSheetProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Lists the stories of the viewer's collection, which can be moved and removed. Changes show at once. */
export function OrderSheet({ id, onClose }: OrderSheetProps) {
  const stories = trpc.stories.byCollection.useInfiniteQuery({ id }, byCursor);
  const { move, remove } = useOrder(id);
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
                    onUp={before && inList(() => move(story.id, before.id))}
                    onDown={after && inList(() => move(after.id, story.id))}
                    onRemove={inList(() => remove(story.id))}
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
