import { limits } from '@relato/contract/limits';
import { reportStatuses, type ReportStatus } from '@relato/contract/reports/types';
import { useState } from 'react';
import { mergePages } from '../../../lib/paging/merge-pages.ts';
import { useWideScreen } from '../../../lib/use-wide-screen.ts';
import { moderationText } from '../../../messages/moderation.ts';
import { trpc } from '../../../lib/calls/trpc.ts';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CaseCard } from './case-card.tsx';
import { CasePane } from './case-pane.tsx';
import { PagedList } from '../../../lib/paging/paged-list.tsx';
import { useShortcuts } from '../../../lib/moderation/use-shortcuts.ts';

const text = moderationText.reports;

/** Reported stories, and on a wide screen the chosen one beside them; `j` and `k` go from one to the next. */
export function ReportsTab() {
  const [status, setStatus] = useState<ReportStatus | undefined>();
  const [current, setCurrent] = useState<string | null>(null);
  const cases = trpc.reports.queue.useInfiniteQuery(
    { status },
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: limits.refresh.feedMs },
  );
  const isWide = useWideScreen();
  const items = mergePages(cases.data?.pages);
  const chosen = items.find(({ story }) => story.id === current);
  // Beside the list there is room for one case at any time; once decided, the next one takes its place.
  const shown = chosen ?? (isWide ? items[0] : undefined);
  const move = (step: 1 | -1) => {
    const place = chosen ? items.indexOf(chosen) + step : 0;
    setCurrent(items[Math.min(Math.max(place, 0), items.length - 1)]?.story.id ?? null);
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
      <div className={isWide && shown ? 'grid grid-cols-[19rem_minmax(0,1fr)] items-start gap-6' : ''}>
        <div>
          <PagedList
            label={text.label}
            query={cases}
            empty={<EmptyState {...text.empty} />}
            render={(each) => (
              <CaseCard
                key={each.story.id}
                of={each}
                isCurrent={each === shown}
                takesFocus={each === chosen}
                hasRoom={!isWide}
                onOpen={() => setCurrent(each === chosen ? null : each.story.id)}
              />
            )}
          />
        </div>
        {isWide && shown && <CasePane key={shown.story.id} of={shown} />}
      </div>
    </>
  );
}
