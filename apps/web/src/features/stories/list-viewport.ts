import { createScrollAnchor } from './scroll-anchor.ts';

/** How high cards are, with the gap beneath them, in a list of some width. */
export interface CardHeights {
  widthPx: number;
  readonly px: Map<string, number>;
}

interface Watcher {
  /** Other cards may have come into sight. */
  readonly onChange: () => void;
  /** The focus went to a card, or away from all of them. */
  readonly onFocus: (id: string | null) => void;
}

const cardOf = ({ target }: Event): string | null => {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-story]') : null;
  return card?.dataset.story ?? null;
};

/** What of a long list is on the page: measures its cards, and keeps what one reads in its place. */
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
      for (const [id, card] of cards) heights.px.set(id, card.offsetHeight);
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
    /** In px, from the top of the window; null while there is no list. */
    getTop: (): number | null => list?.getBoundingClientRect().top ?? null,
    getCard: (id: string): HTMLElement | undefined => cards.get(id),
    /** For the ref of the list. */
    setList: (element: HTMLElement | null): void => void (list = element),
    /** For the ref of a card, which bears its id in `data-story`. */
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
    /** Until what it returns is called. */
    watch: (told: Watcher): (() => void) => {
      watcher = told;
      // Whatever grows or shrinks on the page moves what one reads.
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
          told.onFocus(cardOf(event));
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
