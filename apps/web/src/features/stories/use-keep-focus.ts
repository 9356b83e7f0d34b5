import { useLayoutEffect, useRef } from 'react';
import type { ListPage } from './list-page.ts';

/** When the card that has the focus goes, the one in its place takes it: a keyboard is not sent to the top of the page. */
export function useKeepFocus(
  ids: readonly string[],
  focusedId: string | null,
  { getCard }: Pick<ListPage, 'getCard'>,
): void {
  const lastIndex = useRef(-1);
  useLayoutEffect(() => {
    const index = focusedId === null ? -1 : ids.indexOf(focusedId);
    if (index >= 0 || focusedId === null) {
      lastIndex.current = index;
      return;
    }
    const next = ids[Math.min(lastIndex.current, ids.length - 1)];
    if (next !== undefined && document.activeElement === document.body) {
      getCard(next)?.focus({ preventScroll: true });
    }
  }, [ids, focusedId, getCard]);
}
