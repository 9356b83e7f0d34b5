import { createScrollAnchor } from './scroll-anchor.ts';

/** The measured heights of cards, with the gap below them, for one width of the list. */
export interface CardHeights {
  widthPx: number;
  readonly px: Map<string, number>;
}

interface Watcher {
  /** Called when other cards may have become visible. */
  readonly onChange: () => void;
  /** Called when a card gets the focus, or none has it any more. */
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
    /** The ref of the list. */
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
