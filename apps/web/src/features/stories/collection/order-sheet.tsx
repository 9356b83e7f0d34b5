import type { StorySummary } from '@relato/contract/stories/types';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
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
  const [announced, announce] = useState('');
  return (
    <ModalSheet title={text.title} onClose={onClose}>
      <section ref={list} tabIndex={-1} aria-label={text.title} className="mt-3">
        <output className="sr-only">{announced}</output>
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
                const announcePlace = (place: number) => announce(text.moved(story.title, place));
                const moveUp = (to: StorySummary) => () => {
                  move(story.id, to.id);
                  announcePlace(index);
                };
                const moveDown = (to: StorySummary) => () => {
                  move(to.id, story.id);
                  announcePlace(index + 2);
                };
                return (
                  <OrderRow
                    key={story.id}
                    story={story}
                    index={index}
                    onUp={before && moveUp(before)}
                    onDown={after && moveDown(after)}
                    onRemove={() => {
                      remove(story.id);
                      announce('');
                      // The pressed button disappears.
                      list.current?.focus();
                    }}
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
  readonly index: number;
  /** Undefined for the first story. */
  readonly onUp: (() => void) | undefined;
  /** Undefined for the last story. */
  readonly onDown: (() => void) | undefined;
  readonly onRemove: () => void;
}

function OrderRow({ story, index, onUp, onDown, onRemove }: OrderRowProps) {
  const { title, author } = story;
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const pressed = useRef<'up' | 'down'>(undefined);
  // The browser takes the focus from a button that moves with its row, and at an end of the list the button disappears.
  useLayoutEffect(() => {
    const [same, other] = pressed.current === 'up' ? [up, down] : [down, up];
    if (pressed.current) (same.current ?? other.current)?.focus();
    pressed.current = undefined;
    // oxlint-disable-next-line react/exhaustive-deps -- the row has moved when its index changes
  }, [index]);
  const press = (way: 'up' | 'down', act: () => void) => () => {
    pressed.current = way;
    act();
  };
  return (
    <li className="flex items-center gap-1 py-2">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-[650]">
          {title}
        </p>
        <p className="truncate text-sm text-muted">{toAuthorName(author)}</p>
      </div>
      {onUp && <IconButton ref={up} label={text.up(title)} icon={<ArrowUp />} onClick={press('up', onUp)} />}
      {onDown && (
        <IconButton
          ref={down}
          label={text.down(title)}
          icon={<ArrowDown />}
          onClick={press('down', onDown)}
        />
      )}
      <IconButton label={text.remove(title)} icon={<X />} onClick={onRemove} />
    </li>
  );
}
