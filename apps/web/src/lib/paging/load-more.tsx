import { useEffect, useEffectEvent, useRef } from 'react';
import { pagingText } from '../../messages/paging.ts';
import { Button } from '../../ui/button.tsx';

interface LoadMoreProps {
  /** What the button says. */
  readonly label?: string;
  /** False: at the press of the button only. */
  readonly isAutomatic?: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly onLoad: () => void;
}

/** Loads the next page before one reaches the end; the button is for keyboards, and for another try. */
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
    // Made anew after each page: an end that is still in sight then asks for the next one.
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
      <Button variant="secondary" size="small" busy={isLoading} onClick={onLoad}>
        {hasFailed ? pagingText.retry : label}
      </Button>
    </div>
  );
}
