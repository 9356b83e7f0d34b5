import { ArrowUp, RotateCw } from 'lucide-react';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { storiesText } from '../../../messages/stories.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import type { getFeedNews } from './feed-pages.ts';

interface FeedNewsProps {
  readonly news: ReturnType<typeof getFeedNews>;
  readonly onShow: () => void;
}

/** Offers the new stories at the top, without moving the list. */
export function FeedNews({ news, onShow }: FeedNewsProps) {
  return (
    <output className="pointer-events-none sticky top-18 z-10 flex h-0 justify-center">
      {news !== null && (
        <button
          ref={keepFocus}
          type="button"
          className="pointer-events-auto flex h-11 animate-drop items-center gap-1.5 rounded-pill bg-plum px-4 text-[0.875rem] font-semibold text-on-plum shadow-card"
          onClick={onShow}
        >
          <ArrowUp aria-hidden="true" className="size-4.5" />
          {storiesText.news[news]}
        </button>
      )}
    </output>
  );
}

interface RefreshButtonProps {
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
}

export function RefreshButton({ isRefreshing, onRefresh }: RefreshButtonProps) {
  return (
    <IconButton
      label={storiesText.refresh}
      icon={<RotateCw className={isRefreshing ? 'animate-spin' : ''} />}
      className="-mr-2 text-muted"
      aria-disabled={isRefreshing}
      onClick={() => isRefreshing || onRefresh()}
    />
  );
}
