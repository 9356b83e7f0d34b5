import { storiesText } from '../../messages/stories.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useOnline } from '../../app/use-online.ts';

interface LoadFailureProps {
  readonly title: string;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Where stories should be: what happened, what is safe, another try. */
export function LoadFailure({ title, isRetrying, onRetry }: LoadFailureProps) {
  const isOnline = useOnline();
  const text = isOnline ? { title, text: storiesText.failureHint } : storiesText.offline;
  return (
    <EmptyState
      title={text.title}
      text={text.text}
      action={
        <Button busy={isRetrying} onClick={onRetry}>
          {storiesText.retry}
        </Button>
      }
    />
  );
}
