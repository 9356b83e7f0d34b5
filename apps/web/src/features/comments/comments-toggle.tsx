import { MessageCircle } from 'lucide-react';
import { useId, useSyncExternalStore } from 'react';
import { commentsText } from '../../messages/comments.ts';
import { createListeners } from '../../lib/listeners.ts';

interface CommentsToggleProps {
  readonly count: number;
  readonly blockId: string;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** Shows the number of comments; toggles their list. */
export function CommentsToggle({ count, blockId, isOpen, toggle }: CommentsToggleProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? blockId : undefined}
      // Drawn 36 px high, with a touch target of 44 px.
      className="relative flex min-h-9 items-center gap-1.5 rounded-pill px-2 text-[0.84375rem] font-semibold whitespace-nowrap transition-colors before:absolute before:inset-x-0 before:-inset-y-1 hover:bg-sunken aria-expanded:bg-sunken aria-expanded:text-ink [&_svg]:size-4.5"
      onClick={toggle}
    >
      <MessageCircle aria-hidden="true" />
      {commentsText.count(count)}
    </button>
  );
}

/** Keyed by card. It outlives a reloaded list, for example when the session ends while the user writes. */
const toggled = new Map<string, boolean>();
const { subscribe, notify } = createListeners();

export function useCommentsOpen(card: string, isOpenAtFirst: boolean) {
  const blockId = useId();
  const isOpen = useSyncExternalStore(subscribe, () => toggled.get(card) ?? isOpenAtFirst);
  const toggle = () => {
    toggled.set(card, !isOpen);
    notify();
  };
  return { blockId, isOpen, toggle } as const;
}
