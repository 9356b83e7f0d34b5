import type { FailedJob } from '@relato/contract/admin/types';
import { limits } from '@relato/contract/limits';
import type { FailedInspection } from '@relato/contract/recordings/types';
import type { FailedTranscription } from '@relato/contract/transcription/types';
import type { ReactNode } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { byCursor } from '../../../lib/paging/by-cursor.ts';
import type { Listed } from '../../../lib/paging/merge-pages.ts';
import { Paged, type PagedQuery } from '../../../lib/paging/paged.tsx';
import { operatorText } from '../../../messages/operator/overview.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailureLine } from './failure-line.tsx';
import { Panel, Stale } from './panel.tsx';
import { useRetryCallbacks } from './use-retry-callbacks.ts';

const { failures: text } = operatorText;
const refreshed = { ...byCursor, refetchInterval: limits.refresh.intervalMs };

/** Lists permanently failed work: transcriptions and inspections, without the texts of their authors, and other jobs. */
export function FailedPart() {
  const transcriptions = trpc.transcription.failed.useInfiniteQuery({}, refreshed);
  const inspections = trpc.recordings.failedInspections.useInfiniteQuery({}, refreshed);
  const jobs = trpc.admin.failedJobs.useInfiniteQuery({}, refreshed);
  return (
    <Panel title={text.title}>
      <div className="grid grid-cols-1 gap-5">
        <Failures query={transcriptions} texts={text.transcriptions}>
          {(failed) => <TranscriptionLine key={failed.recordingId} failed={failed} />}
        </Failures>
        <Failures query={inspections} texts={text.inspections}>
          {(failed) => <InspectionLine key={failed.recordingId} failed={failed} />}
        </Failures>
        <Failures query={jobs} texts={text.others}>
          {(job) => <JobLine key={job.id} job={job} />}
        </Failures>
      </div>
    </Panel>
  );
}

interface FailuresProps<Item> {
  readonly query: PagedQuery<Item> &
    Parameters<typeof Stale>[0]['query'] & { readonly isRefetchError: boolean };
  readonly texts: { readonly label: string; readonly none: string };
  readonly children: (item: Item) => ReactNode;
}

function Failures<Item extends Listed>({ query, texts, children }: FailuresProps<Item>) {
  return (
    <div>
      <h3 className="mb-1.5 text-sm font-[650] text-muted">{texts.label}</h3>
      {query.isRefetchError && <Stale query={query} />}
      <Paged
        query={query}
        skeleton={<Skeleton className="h-20 w-full" />}
        failureTitle={text.loadFailed}
        empty={<p>{texts.none}</p>}
      >
        {(items) => (
          <ul aria-label={texts.label} className="grid grid-cols-1 gap-4">
            {items.map(children)}
          </ul>
        )}
      </Paged>
    </div>
  );
}

function TranscriptionLine({ failed }: { readonly failed: FailedTranscription }) {
  const { recordingId, ...shown } = failed;
  const retry = trpc.transcription.retryFailed.useMutation(useRetryCallbacks());
  return (
    <FailureLine
      title={text.jobs['transcribe-recording']}
      about={text.recording(recordingId)}
      failedAt={shown.failedAt}
      attempts={shown.attempts}
      error={shown.error}
      isRetrying={retry.isPending}
      onRetry={() => retry.mutate({ recordingId })}
    />
  );
}

function InspectionLine({ failed }: { readonly failed: FailedInspection }) {
  const { recordingId, ...shown } = failed;
  const retry = trpc.recordings.retryInspection.useMutation(useRetryCallbacks());
  return (
    <FailureLine
      title={text.jobs['inspect-recording']}
      about={text.recording(recordingId)}
      failedAt={shown.failedAt}
      attempts={shown.attempts}
      error={shown.error}
      isRetrying={retry.isPending}
      onRetry={() => retry.mutate({ recordingId })}
    />
  );
}

function JobLine({ job: { id, job, about, error, failedAt } }: { readonly job: FailedJob }) {
  const retry = trpc.admin.retryJob.useMutation(useRetryCallbacks());
  return (
    <FailureLine
      title={text.jobs[job]}
      about={about}
      aboutLang="en"
      failedAt={failedAt}
      error={error}
      isRetrying={retry.isPending}
      onRetry={() => retry.mutate({ id })}
    />
  );
}
