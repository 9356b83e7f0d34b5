import { headerPx } from '../../../lib/layout/bar-heights.ts';

/** The measured heights of cards, with the gap below them, for one width of the list. */
export interface CardHeights {
  widthPx: number;
  readonly px: Map<string, number>;
}

interface Watcher {
  /** Called when other cards may have become visible. */
  readonly onChange: () => void;
  /** Called when a card gets the focus, and with null when none has it. */
  readonly onFocus: (id: string | null) => void;
}

const cardOf = ({ target }: Event): string | null => {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-story]') : null;
  return card?.dataset.story ?? null;
};

/** The DOM side of a long list: measures its cards and keeps the visible ones in place. */
export function createListViewport(heights: CardHeights) {
  let list: HTMLElement | null = null;
  let watcher: Watcher | null = null;
  const cards = new Map<string, HTMLElement>();
  const anchor = createScrollAnchor(() => list, cards);

  const observer = new ResizeObserver((entries) => {
    const ofList = entries.find(({ target }) => target === list);
    if (ofList && ofList.contentRect.width !== heights.widthPx) {
      heights.px.clear();
      heights.widthPx = ofList.contentRect.width;
      // Not `offsetHeight`, which is rounded: the list would be of another height when the user comes back.
      for (const [id, card] of cards) heights.px.set(id, card.getBoundingClientRect().height);
    }
    for (const { target, borderBoxSize } of entries) {
      const id = target instanceof HTMLElement ? target.dataset.story : undefined;
      if (id !== undefined) heights.px.set(id, borderBoxSize[0]?.blockSize ?? 0);
    }
    anchor.hold();
    watcher?.onChange();
  });

  const onScroll = (): void => {
    anchor.remember();
    watcher?.onChange();
  };

  return {
    hold: (): void => anchor.hold(),
    /** In px, from the top of the window; null without a list. */
    getTop: (): number | null => list?.getBoundingClientRect().top ?? null,
    getCard: (id: string): HTMLElement | undefined => cards.get(id),
    setList: (element: HTMLElement | null): void => void (list = element),
    /** The ref of a card, which carries its id in `data-story`. */
    addCard: (card: HTMLElement | null): (() => void) | undefined => {
      const id = card?.dataset.story;
      if (!card || id === undefined) return undefined;
      cards.set(id, card);
      observer.observe(card);
      return () => {
        observer.unobserve(card);
        cards.delete(id);
      };
    },
    /** Watches until the returned function is called. */
    watch: (next: Watcher): (() => void) => {
      watcher = next;
      // Anything that grows or shrinks on the page may move the visible cards.
      const resized = [document.body, ...(list ? [list] : [])];
      for (const element of resized) observer.observe(element);
      const listening = new AbortController();
      const { signal } = listening;
      window.addEventListener('scroll', onScroll, { passive: true, signal });
      window.addEventListener('resize', onScroll, { signal });
      document.addEventListener('pointerdown', (event) => anchor.press(cardOf(event)), {
        capture: true,
        signal,
      });
      document.addEventListener(
        'focusin',
        (event) => {
          anchor.press(cardOf(event));
          next.onFocus(cardOf(event));
        },
        { signal },
      );
      return () => {
        watcher = null;
        listening.abort();
        for (const element of resized) observer.unobserve(element);
      };
    },
  };
}
export type ListViewport = ReturnType<typeof createListViewport>;

/** The position of a card, in px from the top of the document, which scrolling does not change. */
interface CardPosition {
  readonly id: string;
  readonly topPx: number;
}

/** Ranks the pressed card first, then those whose top is visible, then those that begin above the screen. */
function rank([id, { top, bottom }]: [string, DOMRect], pressedId: string | null): number {
  if (id === pressedId && top < window.innerHeight) return 0;
  if (top >= headerPx) return 1;
  return bottom > headerPx ? 2 : 3;
}

/**
 * Keeps the visible cards in place while cards above them appear, disappear and resize. Scroll anchoring is not enough:
 * Safari lacks it, and no browser knows that the pressed card matters most.
 */
function createScrollAnchor(list: () => HTMLElement | null, cards: ReadonlyMap<string, HTMLElement>) {
  let pressedId: string | null = null;
  // The first of these that still exists keeps its place.
  let positions: readonly CardPosition[] = [];

  function remember(): void {
    const top = list()?.getBoundingClientRect().top ?? 0;
    // At the top of the list nothing is held in place, because new cards are visible there.
    positions =
      top >= headerPx ? [] : [...byAttention()].map(([id, box]) => ({ id, topPx: box.top + window.scrollY }));
  }

  /** Returns the cards from the screen on, in the order of the reader's likely attention. */
  function byAttention(): [string, DOMRect][] {
    const boxes = [...cards].map(([id, card]): [string, DOMRect] => [id, card.getBoundingClientRect()]);
    return boxes
      .filter(([, { bottom }]) => bottom > headerPx)
      .toSorted((a, b) => rank(a, pressedId) - rank(b, pressedId) || a[1].top - b[1].top);
  }

  /** Restores the positions. Must be called after each change of the page, before the paint. */
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
