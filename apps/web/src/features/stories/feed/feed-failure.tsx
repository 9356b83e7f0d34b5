import { RefreshCw } from 'lucide-react';
import { LoadFailure } from '../../../lib/paging/load-failure.tsx';
import { useOnline } from '../../../lib/online.ts';
import { heardText } from '../../../messages/stories/heard.ts';
import { pagingText } from '../../../messages/paging.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { HeardStories } from '../heard/heard-stories.tsx';

export interface FeedFailureProps {
  readonly title: string;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Replaces a feed that cannot be loaded: what can be heard all the same, and what happens with the rest. */
export function FeedFailure({ title, isRetrying, onRetry }: FeedFailureProps) {
  const isOnline = useOnline();
  return (
    <>
      <HeardStories />
      {isOnline ? (
        <LoadFailure title={title} isRetrying={isRetrying} onRetry={onRetry} />
      ) : (
        <EmptyState
          title={heardText.waiting.title}
          text={heardText.waiting.text}
          action={
            <Button variant="secondary" className="w-auto! px-6" busy={isRetrying} onClick={onRetry}>
              <RefreshCw aria-hidden="true" />
              {pagingText.retry}
            </Button>
          }
        />
      )}
    </>
  );
}
