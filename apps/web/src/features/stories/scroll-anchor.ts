import { headerPx } from '../../lib/layout/bar-heights.ts';

/** Where a card was, in px from the top of the document: scrolling does not change that. */
interface CardPosition {
  readonly id: string;
  readonly topPx: number;
}

/** First the card that was pressed, then those of which one sees the top, then those that go on above the screen. */
function rank([id, { top, bottom }]: [string, DOMRect], pressedId: string | null): number {
  if (id === pressedId && top < window.innerHeight) return 0;
  if (top >= headerPx) return 1;
  return bottom > headerPx ? 2 : 3;
}

/**
 * Keeps what one reads where it is while cards above it come, go and change their heights. The scroll anchoring of
 * browsers would not do: Safari has none, and none knows that the card one has just pressed is what one looks at.
 */
export function createScrollAnchor(list: () => HTMLElement | null, cards: ReadonlyMap<string, HTMLElement>) {
  let pressedId: string | null = null;
  // The first of them that is still there stays in its place.
  let positions: readonly CardPosition[] = [];

  function remember(): void {
    const top = list()?.getBoundingClientRect().top ?? 0;
    // Who sees the beginning of the list sees what is new there.
    positions =
      top >= headerPx ? [] : [...byAttention()].map(([id, box]) => ({ id, topPx: box.top + window.scrollY }));
  }

  /** The cards from the screen on, what one most likely looks at first. */
  function byAttention(): [string, DOMRect][] {
    const boxes = [...cards].map(([id, card]): [string, DOMRect] => [id, card.getBoundingClientRect()]);
    return boxes
      .filter(([, { bottom }]) => bottom > headerPx)
      .toSorted((a, b) => rank(a, pressedId) - rank(b, pressedId) || a[1].top - b[1].top);
  }

  /** To be called after each change of the page, before it is painted. */
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
