import { pagingText } from '../../messages/paging.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { keepFocus } from '../layout/keep-focus.ts';
import { useOnline } from '../online.ts';

interface LoadFailureProps {
  readonly title: string;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Replaces a list that failed to load: the error, a reassurance, and a retry button. */
export function LoadFailure({ title, isRetrying, onRetry }: LoadFailureProps) {
  const isOnline = useOnline();
  const text = isOnline ? { title, text: pagingText.failureHint } : pagingText.offline;
  return (
    <EmptyState
      title={text.title}
      text={text.text}
      action={
        <Button ref={keepFocus} busy={isRetrying} onClick={onRetry}>
          {pagingText.retry}
        </Button>
      }
    />
  );
}

interface QueryFailureProps {
  readonly title: string;
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown };
}

/** Replaces what a query failed to load, and repeats the query. */
export const QueryFailure = ({ title, query }: QueryFailureProps) => (
  <LoadFailure title={title} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
);
