import { ArrowUp } from 'lucide-react';
import { storiesText } from '../../messages/stories.ts';
import type { newsOf } from './feed-pages.ts';

interface FeedNewsProps {
  readonly news: ReturnType<typeof newsOf>;
  readonly onShow: () => void;
}

/** Over the list, without moving it: there is something new at its top. */
export function FeedNews({ news, onShow }: FeedNewsProps) {
  return (
    <output className="pointer-events-none sticky top-18 z-10 flex h-0 justify-center">
      {news !== null && (
        <button
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
