import { formatDate } from '../../../messages/format.ts';
import { operatorText } from '../../../messages/operator/overview.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';

const { failures: text } = operatorText;

interface FailureLineProps {
  readonly title: string;
  readonly failedAt: Date;
  /** The identification among failures of its kind. */
  readonly about: string;
  /** The language of `about`, if it differs from that of the page. */
  readonly aboutLang?: 'en';
  readonly attempts?: number;
  /** In English. Null if the process was killed. */
  readonly error: string | null;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** A permanently failed job that can be retried. */
export function FailureLine({
  title,
  failedAt,
  about,
  aboutLang,
  attempts,
  error,
  isRetrying,
  onRetry,
}: FailureLineProps) {
  return (
    <li ref={keepFocus}>
      <p className="font-[650]">{title}</p>
      <p className="text-sm text-muted">
        <time dateTime={failedAt.toISOString()}>{formatDate(failedAt)}</time>
        {attempts !== undefined && ` · ${text.attempts(attempts)}`}
      </p>
      <p lang={aboutLang} dir="auto" className="text-sm wrap-anywhere">
        {about}
      </p>
      <p lang={error === null ? undefined : 'en'} dir="auto" className="text-sm wrap-anywhere text-muted">
        {error ?? text.killed}
      </p>
      <Button
        size="small"
        variant="secondary"
        className="mt-2"
        aria-label={text.retryOf(title, about)}
        busy={isRetrying}
        onClick={onRetry}
      >
        {text.retry}
      </Button>
    </li>
  );
}
