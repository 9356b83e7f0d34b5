import type { DayFigures, Overview } from '@relato/contract/admin/types';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { QueryFailure } from '../../../../lib/paging/load-failure.tsx';
import { historyText as text } from '../../../../messages/operator/history.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { Panel, Stale } from '../panel.tsx';
import { DayNumbers } from './day-numbers.tsx';
import { DayPlots } from './day-plots.tsx';

/** Draws the figures of the last days, and lists them. */
export function HistoryPart() {
  const history = trpc.admin.history.useQuery();
  const overview = trpc.admin.overview.useQuery();
  return (
    <Panel title={text.title}>
      {history.data && (
        <>
          {history.isError && <Stale query={history} />}
          <History days={history.data} trends={overview.data?.trends ?? null} />
        </>
      )}
      {!history.data &&
        (history.isError ? (
          <QueryFailure title={text.loadFailed} query={history} />
        ) : (
          <output aria-label={text.loading}>
            <Skeleton className="h-40 w-full" />
          </output>
        ))}
    </Panel>
  );
}

interface HistoryProps {
  readonly days: readonly DayFigures[];
  readonly trends: Overview['trends'];
}

function History({ days, trends }: HistoryProps) {
  if (days.length < 2) return <p>{text.none(days.length)}</p>;
  return (
    <>
      <div className="mb-4 grid grid-cols-1 gap-x-10 gap-y-7 lg:grid-cols-2">
        <DayPlots days={days} trends={trends} />
      </div>
      <DayNumbers days={days} />
    </>
  );
}
