import { limits } from '@relato/contract/limits';
import { reportStatuses, type ReportStatus } from '@relato/contract/report-statuses';
import { useState } from 'react';
import { eachOnce } from '../../app/paging/each-once.ts';
import { moderationText } from '../../messages/moderation.ts';
import { trpc } from '../../trpc.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CaseCard } from './case-card.tsx';
import { PagedList } from './paged-list.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const text = moderationText.reports;

/** Reported stories; `j` and `k` go from one to the next. */
export function ReportsTab() {
  const [status, setStatus] = useState<ReportStatus | undefined>();
  const [current, setCurrent] = useState<string | null>(null);
  const cases = trpc.moderation.reports.useInfiniteQuery(
    { status },
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: limits.refresh.feedMs },
  );
  const ids = eachOnce(cases.data?.pages).map(({ story }) => story.id);
  const move = (step: 1 | -1) => {
    const place = ids.findIndex((id) => id === current);
    const next = place === -1 ? 0 : Math.min(Math.max(place + step, 0), ids.length - 1);
    setCurrent(ids[next] ?? null);
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
  const choose = (chosen: ReportStatus | undefined) => {
    setStatus(chosen);
    setCurrent(null);
  };
  return (
    <>
      <fieldset aria-label={text.filter} className="mb-4 flex flex-wrap gap-2">
        <Chip pressed={status === undefined} onClick={() => choose(undefined)}>
          {text.open}
        </Chip>
        {reportStatuses.map((each) => (
          <Chip key={each} pressed={status === each} onClick={() => choose(each)}>
            {text.filters[each]}
          </Chip>
        ))}
      </fieldset>
      <PagedList
        label={text.label}
        query={cases}
        empty={<EmptyState {...text.empty} />}
        render={(each) => (
          <CaseCard
            key={each.story.id}
            of={each}
            isCurrent={each.story.id === current}
            onOpen={() => setCurrent(each.story.id === current ? null : each.story.id)}
          />
        )}
      />
    </>
  );
}
