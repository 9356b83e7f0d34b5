import { MessageCircle } from 'lucide-react';
import { commentsText } from '../../messages/comments.ts';

interface CommentsToggleProps {
  readonly count: number;
  readonly blockId: string;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** How many comments there are; shows and hides them. */
export function CommentsToggle({ count, blockId, isOpen, toggle }: CommentsToggleProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? blockId : undefined}
      // Drawn 36 px high, touched at 44.
      className="relative flex min-h-9 items-center gap-1.5 rounded-pill px-2 text-[0.84375rem] font-semibold whitespace-nowrap transition-colors before:absolute before:inset-x-0 before:-inset-y-1 hover:bg-sunken aria-expanded:bg-sunken aria-expanded:text-ink [&_svg]:size-4.5"
      onClick={toggle}
    >
      <MessageCircle aria-hidden="true" />
      {commentsText.count(count)}
    </button>
  );
}
