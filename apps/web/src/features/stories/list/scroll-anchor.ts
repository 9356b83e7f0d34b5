import { headerPx } from '../../../lib/layout/bar-heights.ts';

/** The position of a card, in px from the top of the document, which scrolling does not change. */
interface CardPosition {
  readonly id: string;
  readonly topPx: number;
}

/** First the pressed card, then those whose top is visible, then those that begin above the screen. */
function rank([id, { top, bottom }]: [string, DOMRect], pressedId: string | null): number {
  if (id === pressedId && top < window.innerHeight) return 0;
  if (top >= headerPx) return 1;
  return bottom > headerPx ? 2 : 3;
}

/**
 * Keeps the visible cards in place while cards above them appear, disappear and resize. Scroll anchoring is not enough:
 * Safari lacks it, and no browser knows that the pressed card matters most.
 */
export function createScrollAnchor(list: () => HTMLElement | null, cards: ReadonlyMap<string, HTMLElement>) {
  let pressedId: string | null = null;
  // The first of these that still exists keeps its place.
  let positions: readonly CardPosition[] = [];

  function remember(): void {
    const top = list()?.getBoundingClientRect().top ?? 0;
    // At the top of the list, new cards are visible anyway.
    positions =
      top >= headerPx ? [] : [...byAttention()].map(([id, box]) => ({ id, topPx: box.top + window.scrollY }));
  }

  /** The cards from the screen on, in the order in which the reader most likely looks at them. */
  function byAttention(): [string, DOMRect][] {
    const boxes = [...cards].map(([id, card]): [string, DOMRect] => [id, card.getBoundingClientRect()]);
    return boxes
      .filter(([, { bottom }]) => bottom > headerPx)
      .toSorted((a, b) => rank(a, pressedId) - rank(b, pressedId) || a[1].top - b[1].top);
  }

  /** To be called after each change of the page, before paint. */
  function hold(): void {
    for (const { id, topPx } of positions) {
      const card = cards.get(id);
      if (!card) continue;
      const movedPx = card.getBoundingClientRect().top + window.scrollY - topPx;
      if (Math.abs(movedPx) >= 1) window.scrollBy({ top: movedPx, behavior: 'instant' });
      break;
    }
    remember();
  }

  return {
    remember,
    hold,
    press: (id: string | null) => {
      pressedId = id;
      remember();
    },
  };
}
