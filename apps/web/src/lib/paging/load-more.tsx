import { useEffect, useEffectEvent, useRef } from 'react';
import { pagingText } from '../../messages/paging.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { keepFocus } from '../layout/keep-focus.ts';

interface LoadMoreProps {
  /** The label of the button. */
  readonly label?: string;
  /** False if pages load only when the button is pressed. */
  readonly isAutomatic?: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly onLoad: () => void;
}

/** Loads the next page before the user reaches the end. The button is for keyboards and retries. */
export function LoadMore({
  label = pagingText.loadMore,
  isAutomatic = true,
  isLoading,
  hasFailed,
  onLoad,
}: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  const isWaiting = isAutomatic && !isLoading && !hasFailed;
  useEffect(() => {
    if (!isWaiting || !end.current) return;
    // Observes again after each page, so that a visible end loads the next one.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load();
      },
      { rootMargin: '0px 0px 800px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWaiting]);
  return (
    <div ref={end} className="grid place-items-center [overflow-anchor:none]">
      <Button ref={keepFocus} variant="secondary" size="small" busy={isLoading} onClick={onLoad}>
        {hasFailed ? pagingText.retry : label}
      </Button>
    </div>
  );
}
