import type { FeedList } from '@relato/contract/stories/rules';
import { storiesText } from '../../../messages/stories.ts';

interface OrderTabsProps {
  readonly lists: readonly FeedList[];
  readonly order: FeedList;
  readonly onChange: (order: FeedList) => void;
}

/** Scrolls the chosen tab into sight, which may lie outside of a narrow window. */
function showWhole(tab: HTMLButtonElement | null): void {
  const row = tab?.parentElement;
  if (row && tab.offsetLeft + tab.offsetWidth > row.clientWidth) row.scrollLeft = tab.offsetLeft;
}

export function OrderTabs({ lists, order, onChange }: OrderTabsProps) {
  return (
    <fieldset
      aria-label={storiesText.order}
      className="-mx-5 mt-1 flex gap-4.5 overflow-x-auto px-5 [scrollbar-width:none]"
    >
      {lists.map((each) => (
        <button
          key={each}
          ref={each === order ? showWhole : undefined}
          type="button"
          aria-pressed={each === order}
          className="min-h-11 shrink-0 text-[0.9375rem] font-semibold text-muted aria-pressed:text-voice-strong aria-pressed:underline aria-pressed:decoration-[2.5px] aria-pressed:underline-offset-[7px]"
          onClick={() => onChange(each)}
        >
          {storiesText.orders[each]}
        </button>
      ))}
    </fieldset>
  );
}
