import type { FailedJob } from '@relato/contract/admin/types';
import { limits } from '@relato/contract/limits';
import { useRef } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { toHappened } from '../../../lib/moderation/to-happened.ts';
import { byCursor } from '../../../lib/paging/by-cursor.ts';
import { Paged } from '../../../lib/paging/paged.tsx';
import { formatDate } from '../../../messages/format.ts';
import { operatorText } from '../../../messages/operator/overview.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { leaveLine, Panel, Stale } from './panel.tsx';

const { failures: text } = operatorText;

/** The jobs that failed for good. Each can be queued again, also after another administrator was faster. */
export function FailedPart() {
  const failed = trpc.admin.failedJobs.useInfiniteQuery(
    {},
    { ...byCursor, refetchInterval: limits.refresh.intervalMs },
  );
  return (
    <Panel title={text.title}>
      {failed.isRefetchError && <Stale query={failed} />}
      <Paged
        query={failed}
        skeleton={<Skeleton className="h-20 w-full" />}
        failureTitle={text.loadFailed}
        empty={<p>{text.none}</p>}
      >
        {(jobs) => (
          <ul aria-label={text.label} className="grid grid-cols-1 gap-4">
            {jobs.map((job) => (
              <FailedLine key={job.id} job={job} />
            ))}
          </ul>
        )}
      </Paged>
      <p className="mt-3 text-sm wrap-anywhere text-muted">{text.elsewhere}</p>
    </Panel>
  );
}

function FailedLine({ job: { id, job, about, error, failedAt } }: { readonly job: FailedJob }) {
  const line = useRef<HTMLLIElement>(null);
  const retry = useRetry(() => leaveLine(line.current));
  const title = text.jobs[job];
  return (
    <li ref={line}>
      <p className="font-[650]">{title}</p>
      <p className="text-sm text-muted">
        <time dateTime={failedAt.toISOString()}>{formatDate(failedAt)}</time>
      </p>
      <p lang="en" dir="auto" className="text-sm wrap-anywhere">
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
        busy={retry.isPending}
        onClick={() => retry.mutate({ id })}
      >
        {text.retry}
      </Button>
    </li>
  );
}

function useRetry(onGone: () => void) {
  const utils = trpc.useUtils();
  return trpc.admin.retryJob.useMutation({
    onSuccess: () => {
      onGone();
      showToast(text.retried);
    },
    onError: (error) => {
      const code = getErrorCode(error);
      if (code === 'NOT_FOUND' || code === 'CONFLICT') onGone();
      const why = code === 'NOT_FOUND' ? text.gone : toErrorText(error);
      showToast({ title: text.notRetried, text: toHappened(error) ?? why, tone: 'destructive' });
    },
    // Also after an error: the answer may be lost, or the job is gone.
    onSettled: () => utils.admin.invalidate(),
  });
}
